import { type OutboxFollower, sqlStatement } from '../../storage/index.ts';

/**
 * Finds products by id or SKU; an id match wins. Returns a row for each reference, in order; the id is null for an
 * unknown one.
 */
export const resolveProducts = sqlStatement({
  name: 'product.resolve',
  parameters: { workspaceId: 'uuid', ids: 'uuid[]', skus: 'text[]' },
  row: { id: 'uuid?' },
  text: `
    select coalesce(by_id.id, by_sku.id) as id
    from unnest($ids::uuid[], $skus::text[]) with ordinality as named (id, sku, place)
    left join product by_id on by_id.workspace_id = $workspaceId and by_id.id = named.id
    left join product by_sku on by_sku.workspace_id = $workspaceId and by_sku.sku = named.sku
    order by named.place`,
});

/** The versions of a deleted product are kept for its last events, and deleted with them. */
export const productVersionFollower: OutboxFollower = {
  sweep: `
    delete from product_version v using swept s
    where s.type = 'product.deleted' and v.workspace_id = $workspaceId and v.product_id = s.subject_id`,
};

// Subqueries for statements of other features, each in parentheses. Their parameters are SQL expressions: a column, or
// `$name`.

/** The text of a product at a version. */
export const versionDocument = (workspaceId: string, productId: string, version: string) => `(
  select v.document from product_version v
  where v.workspace_id = ${workspaceId} and v.product_id = ${productId} and v.version = ${version} limit 1)`;

/** How many products use an asset. */
export const assetUses = (workspaceId: string, assetId: string) => `(
  select count(*) from product_asset u where u.workspace_id = ${workspaceId} and u.asset_id = ${assetId})`;

/** True if a product uses an asset. */
export const isAssetUsed = (workspaceId: string, assetId: string) => `(
  exists (select from product_asset u where u.workspace_id = ${workspaceId} and u.asset_id = ${assetId}))`;

/** True if a product has a SKU. */
export const skuIsTaken = (workspaceId: string, sku: string) => `(
  exists (select from product p where p.workspace_id = ${workspaceId} and p.sku = ${sku}))`;

/** The ids of a parent's variants. */
export const variantsOf = (workspaceId: string, parentId: string) => `(
  select p.id from product p where p.workspace_id = ${workspaceId} and p.parent_id = ${parentId})`;
