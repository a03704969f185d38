import type { Database } from '../../storage/index.ts';
import { CatalogRecords } from '../catalog/index.ts';
import { replaceMembers, selectMembers } from '../products/index.ts';
import { CollectionEntity, type CollectionRow } from './collection.entity.ts';
import { collectionStatements } from './collection.statements.ts';

/** Collections and their members in PostgreSQL. */
export class CollectionsRepository extends CatalogRecords<CollectionRow> {
  constructor(database: Database) {
    super(database, { entity: CollectionEntity, statements: collectionStatements, kind: 'collection' });
  }

  /** UUIDs of the products of a collection, in order. */
  async members(workspaceId: string, collectionId: string): Promise<string[]> {
    return (await this.database.run(selectMembers, { workspaceId, collectionId })).map(({ id }) => id);
  }

  /** Replaces the products of a collection, in one statement. */
  async replaceMembers(workspaceId: string, collectionId: string, productIds: readonly string[]): Promise<void> {
    await this.database.run(replaceMembers, { workspaceId, collectionId, productIds });
  }
}
