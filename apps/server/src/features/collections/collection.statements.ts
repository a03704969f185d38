import { tablesOf } from '../../storage/index.ts';
import { recordStatements } from '../catalog/index.ts';
import { CollectionEntity, type CollectionProductEntity, type CollectionRow } from './collection.entity.ts';

const collections = tablesOf<typeof CollectionProductEntity>();

export const collectionStatements = recordStatements<CollectionRow>(CollectionEntity);

/** The products of a collection, in its order. */
export const selectMembers = collections.statement({
  name: 'collection.members',
  parameters: { workspaceId: 'uuid', collectionId: 'uuid' },
  build: (db, { workspaceId, collectionId }) =>
    db
      .selectFrom('collection_product')
      .select('product_id as id')
      .where('workspace_id', '=', workspaceId)
      .where('collection_id', '=', collectionId)
      .orderBy('position')
      .orderBy('product_id'),
});

/** How many products each collection has. */
export const countMembers = collections.statement({
  name: 'collection.counts',
  parameters: { workspaceId: 'uuid' },
  build: (db, { workspaceId }) =>
    db
      .selectFrom('collection_product')
      .select(({ fn }) => ['collection_id as id', fn.countAll<number>().as('count')])
      .where('workspace_id', '=', workspaceId)
      .groupBy('collection_id'),
});
