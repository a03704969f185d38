import type { OutboxFollower } from '../../storage/index.ts';

/*
 * Subqueries for statements of other features, each in parentheses. Their parameters are SQL: a column, or `$name`.
 */

/** The text of a product at a version. */
export const versionDocument = (workspaceId: string, productId: string, version: string) => `(
  select v.document from product_version v
  where v.workspace_id = ${workspaceId} and v.product_id = ${productId} and v.version = ${version} limit 1)`;

/** How many products show an asset. */
export const assetUses = (workspaceId: string, assetId: string) => `(
  select count(*) from product_asset u where u.workspace_id = ${workspaceId} and u.asset_id = ${assetId})`;

/** True if a product shows an asset. */
export const isAssetUsed = (workspaceId: string, assetId: string) => `(
  exists (select from product_asset u where u.workspace_id = ${workspaceId} and u.asset_id = ${assetId}))`;

/** True if a product has a SKU. */
export const skuIsTaken = (workspaceId: string, sku: string) => `(
  exists (select from product p where p.workspace_id = ${workspaceId} and p.sku = ${sku}))`;

/** The ids of a parent's variants. */
export const variantsOf = (workspaceId: string, parentId: string) => `(
  select p.id from product p where p.workspace_id = ${workspaceId} and p.parent_id = ${parentId})`;

/** The versions of a deleted product are kept for its last events, and go with them. */
export const productVersionFollower: OutboxFollower = {
  sweep: `
    delete from product_version v using swept s
    where s.type = 'product.deleted' and v.workspace_id = $workspaceId and v.product_id = s.subject_id`,
};
