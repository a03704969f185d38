import type { Database } from '../../storage/index.ts';
import { CatalogRecords } from '../catalog/index.ts';
import { AttributeEntity, type AttributeRow } from './attribute.entity.ts';
import type { GroupCodes } from './attribute.mapper.ts';

const removeGroup = `
  update attribute set group_id = null, updated_at = $3 where workspace_id = $1 and group_id = $2`;

/** Attribute definitions in PostgreSQL. */
export class AttributesRepository extends CatalogRecords<AttributeRow> {
  constructor(database: Database) {
    super(database, AttributeEntity, 'attribute');
  }

  listOfGroup(workspaceId: string, groupId: string): Promise<AttributeRow[]> {
    return this.select('workspace_id = $1 and group_id = $2 order by position, code', [workspaceId, groupId], 'group');
  }

  listOf(workspaceId: string, ids: readonly string[]): Promise<AttributeRow[]> {
    return this.select('workspace_id = $1 and id = any($2::uuid[])', [workspaceId, ids], 'ids');
  }

  async groups(workspaceId: string): Promise<GroupCodes> {
    const { rows } = await this.database.query<{ id: string; code: string }>(
      'select id, code from attribute_group where workspace_id = $1',
      [workspaceId],
      'attribute.groups',
    );
    return new Map(rows.map(({ id, code }) => [id, code]));
  }

  /** Takes all attributes out of a group. */
  async leaveGroup(workspaceId: string, groupId: string, at: Date): Promise<void> {
    await this.database.query(removeGroup, [workspaceId, groupId, at], 'attribute.leave-group');
  }
}
