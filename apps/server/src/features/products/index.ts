export { createProducts, type Products } from './create-products.ts';
export type { ProductChanges, ProductIndexing } from './effects/product-changes.ts';
export { assertAttributeFilters } from './list/attribute-filters.ts';
export {
  type Condition,
  containsPattern,
  ofTypes,
  searchWords,
  toSelectionConditions,
} from './list/conditions.ts';
export { type ProductInScopes, readInScopes } from './list/product-scopes.sql.ts';
export { ProductSelector, type Selection } from './list/product-selection.ts';
export { assetUses, isAssetUsed, skuIsTaken, variantsOf, versionDocument } from './product.sql.ts';
export { countByCategory, countMembers, productIds, selectMembers, selectUsersOfAsset } from './product.statements.ts';
export type { ImageAsset, ImageAssetSource, ImageAssets, ImageChanges } from './product-images.ts';
export { noImageAssets } from './product-images.ts';
export { CachedProductCounts } from './read/cached-product-counts.ts';
export { type LocalizedDocument, localizeProduct } from './read/localize-product.ts';
export { ProductReferences } from './read/product-references.ts';
export { foldText } from './state/fold-text.ts';
export { isFilled, type ProductDocument, parseDocument } from './state/product-document.ts';
export { replaceMembers } from './unit/product-links.sql.ts';
export { changesOf, countAssetChange } from './workspace-change.sql.ts';
export { ProductWriter } from './write/product-writer.ts';
export type { PricePatch, SaveCommand, SavedProduct } from './write/write-command.ts';
