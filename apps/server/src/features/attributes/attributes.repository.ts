import type { Database } from '../../storage/index.ts';
import { CatalogRecords } from '../catalog/index.ts';
import { AttributeEntity, type AttributeRow, type ListedAttribute } from './attribute.entity.ts';
import {
  attributeStatements,
  leaveGroup,
  selectByIds,
  selectCodesOfGroups,
  selectOfGroup,
} from './attribute.statements.ts';

/** Codes of the attributes of each group, in order, by the group's UUID. */
export type GroupMembers = ReadonlyMap<string, readonly string[]>;

/** Attribute definitions in PostgreSQL. */
export class AttributesRepository extends CatalogRecords<AttributeRow, ListedAttribute> {
  constructor(database: Database) {
    const records = { entity: AttributeEntity, statements: attributeStatements, kind: 'attribute' } as const;
    super(database, { ...records, populate: ['group'] });
  }

  listOfGroup(workspaceId: string, groupId: string): Promise<ListedAttribute[]> {
    return this.database.run(selectOfGroup, { workspaceId, groupId });
  }

  listOf(workspaceId: string, ids: readonly string[]): Promise<ListedAttribute[]> {
    return this.database.run(selectByIds, { workspaceId, ids });
  }

  async groupMembers(workspaceId: string): Promise<GroupMembers> {
    const rows = await this.database.run(selectCodesOfGroups, { workspaceId });
    return new Map(rows.map(({ groupId, codes }) => [groupId, codes]));
  }

  /** Removes all attributes from a group. */
  async leaveGroup(workspaceId: string, groupId: string, at: Date): Promise<void> {
    await this.database.run(leaveGroup, { workspaceId, groupId, at });
  }
}
