import type { Database } from '../../storage/index.ts';
import { CatalogRecords } from '../catalog/index.ts';
import { AttributeGroupEntity, type AttributeGroupRow } from './attribute-group.entity.ts';

const selectMembers = `
  select group_id as "groupId", array_agg(code order by position, code) as codes from attribute
  where workspace_id = $1 and group_id is not null group by group_id`;

/** Codes of the attributes of each group, in their order, by the group's UUID. */
export type GroupMembers = ReadonlyMap<string, readonly string[]>;

/** Attribute groups in PostgreSQL. */
export class AttributeGroupsRepository extends CatalogRecords<AttributeGroupRow> {
  constructor(database: Database) {
    super(database, AttributeGroupEntity, 'attributeGroup');
  }

  async members(workspaceId: string): Promise<GroupMembers> {
    const { rows } = await this.database.query<{ groupId: string; codes: string[] }>(
      selectMembers,
      [workspaceId],
      'attribute_group.members',
    );
    return new Map(rows.map(({ groupId, codes }) => [groupId, codes]));
  }
}
