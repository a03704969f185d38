import type { Database } from '../../storage/index.ts';
import { CatalogRecords } from '../catalog/index.ts';
import { AttributeEntity, type AttributeRow } from './attribute.entity.ts';
import type { GroupCodes } from './attribute.mapper.ts';

const removeGroup = `
  update attribute set group_id = null, updated_at = $3 where workspace_id = $1 and group_id = $2`;

const setOptions = `
  update attribute set options = changed.options, updated_at = $3
  from jsonb_to_recordset($2::jsonb) as changed (id uuid, options jsonb)
  where attribute.workspace_id = $1 and attribute.id = changed.id`;

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

  listByCodes(workspaceId: string, codes: readonly string[]): Promise<AttributeRow[]> {
    return this.select('workspace_id = $1 and code = any($2::text[])', [workspaceId, codes], 'codes');
  }

  /** Writes the options of attributes, in one statement. */
  async setOptions(
    workspaceId: string,
    rows: readonly Pick<AttributeRow, 'id' | 'options'>[],
    at: Date,
  ): Promise<void> {
    const values = JSON.stringify(rows.map(({ id, options }) => ({ id, options })));
    await this.database.query(setOptions, [workspaceId, values, at], 'attribute.set-options');
  }

  /** Takes all attributes out of a group. */
  async leaveGroup(workspaceId: string, groupId: string, at: Date): Promise<void> {
    await this.database.query(removeGroup, [workspaceId, groupId, at], 'attribute.leave-group');
  }
}
