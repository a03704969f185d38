import { sql } from 'kysely';
import { parameter, type StatementParts, tablesOf } from '../../storage/index.ts';
import type { CollectionProductEntity, ProductAssetEntity, ProductEntity } from './product.entity.ts';
import type { WorkspaceChangeEntity } from './product-change.entity.ts';

const products = tablesOf<
  typeof ProductEntity | typeof CollectionProductEntity | typeof ProductAssetEntity | typeof WorkspaceChangeEntity
>();
const { db } = products;
const workspaceId = parameter<string>('workspaceId');

/** Products of the workspace of the parameter `workspaceId`. */
export const ofWorkspace = db.selectFrom('product').where('workspace_id', '=', workspaceId);

/** A token that changes with every change of the workspace's products. */
export const changeToken = db
  .selectFrom('workspace_change')
  .select(sql<string>`coalesce(sum(products), 0)::text`.as('token'))
  .where('workspace_id', '=', workspaceId);

export const selectChangeToken = products.statement({
  name: 'workspace.token',
  parameters: { workspaceId: 'uuid' },
  build: () => changeToken,
});

/** How many products are directly in each category. */
export const countByCategory = products.statement({
  name: 'category.counts',
  parameters: { workspaceId: 'uuid' },
  build: () =>
    ofWorkspace
      .select(({ fn }) => ['category_id as id', fn.countAll<number>().as('count')])
      .where('category_id', 'is not', null)
      .groupBy('category_id')
      .$narrowType<{ id: string }>(),
});

export const selectIdsBySku = products.statement({
  name: 'product.ids-by-sku',
  parameters: { workspaceId: 'uuid', skus: 'text[]' },
  prepared: false,
  build: (_, { skus }) => ofWorkspace.select('id').where('sku', '=', sql<string>`any(${skus})`),
});

export const selectIdsByGtin = products.statement({
  name: 'product.ids-by-gtin',
  parameters: { workspaceId: 'uuid', gtins: 'text[]' },
  prepared: false,
  build: (_, { gtins }) =>
    ofWorkspace
      .select(['gtin', sql<string[]>`array_agg(id::text)`.as('ids')])
      .where('gtin', '=', sql<string>`any(${gtins})`)
      .groupBy('gtin')
      .$narrowType<{ gtin: string }>(),
});

/** Products that use an asset, by SKU. */
export const selectUsersOfAsset = products.statement({
  name: 'product.users-of-asset',
  parameters: { workspaceId: 'uuid', assetId: 'uuid', limit: 'bigint' },
  build: (_, { assetId, limit }) =>
    db
      .selectFrom('product_asset as u')
      .innerJoin('product as p', (join) =>
        join.onRef('p.workspace_id', '=', 'u.workspace_id').onRef('p.id', '=', 'u.product_id'),
      )
      .select(['p.id', 'p.sku'])
      .where('u.workspace_id', '=', workspaceId)
      .where('u.asset_id', '=', assetId)
      .orderBy('p.sku')
      .limit(limit),
});

/** Ids (UUIDs) of the products that meet conditions; statements of other features extend it, or select from it. */
export function productIds(conditions: StatementParts) {
  return ofWorkspace.select('id').where(conditions.all);
}

/** The columns by which an index finds a product. */
type Key = 'id' | 'sku';

const rowColumns = ['id', 'sku', 'version', 'type', 'document', 'completeness_details as completenessDetails'] as const;
const keyColumns = ['id', 'sku', 'version'] as const;

/** @param columns to read: an index contains the key columns. */
function selectBy<const Column extends (typeof rowColumns)[number]>(
  name: string,
  key: Key,
  columns: readonly Column[],
) {
  const select = () => ofWorkspace.select(columns);
  return {
    one: products.statement({
      name: `product.${name}-by-${key}`,
      parameters: { workspaceId: 'uuid', value: key === 'id' ? 'uuid' : 'text' },
      build: (_, { value }) => select().where(key, '=', value),
    }),
    // A list is planned anew each time for the current table (decision 12).
    several: products.statement({
      name: `product.${name}s-by-${key}`,
      parameters: { workspaceId: 'uuid', values: key === 'id' ? 'uuid[]' : 'text[]' },
      prepared: false,
      build: (_, { values }) => select().where(key, '=', sql<string>`any(${values})`),
    }),
  };
}

/** Products with their texts, and the columns of entity tags alone. */
export const productRows = {
  row: { id: selectBy('row', 'id', rowColumns), sku: selectBy('row', 'sku', rowColumns) },
  key: { id: selectBy('key', 'id', keyColumns), sku: selectBy('key', 'sku', keyColumns) },
};

/** The variants of some parents, ordered by SKU. */
export const selectVariants = products.statement({
  name: 'product.variants',
  parameters: { workspaceId: 'uuid', parentIds: 'uuid[]' },
  build: (_, { parentIds }) =>
    ofWorkspace
      .select(['parent_id as parentId', 'id', 'version', 'document'])
      .where('parent_id', '=', sql<string>`any(${parentIds})`)
      .orderBy('sku')
      .$narrowType<{ parentId: string }>(),
});

export const selectVariantKeys = products.statement({
  name: 'product.variant-keys',
  parameters: { workspaceId: 'uuid', parentId: 'uuid' },
  build: (_, { parentId }) => ofWorkspace.select(['id', 'version']).where('parent_id', '=', parentId),
});

/** The products of a collection, in order. */
export const selectMembers = products.statement({
  name: 'collection.members',
  parameters: { workspaceId: 'uuid', collectionId: 'uuid' },
  build: (_, { collectionId }) =>
    db
      .selectFrom('collection_product')
      .select('product_id as id')
      .where('workspace_id', '=', workspaceId)
      .where('collection_id', '=', collectionId)
      .orderBy('position')
      .orderBy('product_id'),
});

/** How many products each collection has. */
export const countMembers = products.statement({
  name: 'collection.counts',
  parameters: { workspaceId: 'uuid' },
  build: () =>
    db
      .selectFrom('collection_product')
      .select(({ fn }) => ['collection_id as id', fn.countAll<number>().as('count')])
      .where('workspace_id', '=', workspaceId)
      .groupBy('collection_id'),
});
