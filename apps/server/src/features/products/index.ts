export { createProductChecks } from './checks/product-checks.ts';
export type { CodeRef, ProductChanges } from './product-changes.ts';
export type {
  ImageAsset,
  ImageAssetSource,
  ImageAssets,
  ImageChanges,
  ImageReference,
  ImageUrlMeaning,
} from './product-images.ts';
export { noImageAssets } from './product-images.ts';
export { ProductsService } from './products.service.ts';
export { CachedProductCounts } from './read/cached-product-counts.ts';
export { countByCategory } from './read/counts.statements.ts';
export type { Condition } from './read/list/conditions.ts';
export { containsPattern, searchWords } from './read/list/search-words.ts';
export { type LocalizedDocument, localizeProduct } from './read/localize-product.ts';
export { ProductReader } from './read/product-reader.ts';
export { ProductReferences } from './read/product-references.ts';
export { ProductSelector, type Selection, type SortedSelectionInput } from './read/selection/product-selection.ts';
export { toSelectionConditions } from './read/selection/selection-statement.ts';
export { foldText } from './state/fold-text.ts';
export { isFilled, type ProductDocument, parseDocument } from './state/product-document.ts';
export { VersionReader } from './versions/version-reader.ts';
export { AssetEffects } from './write/effects/asset-effects.ts';
export { createAssociationRemoval } from './write/effects/association-removal.ts';
export { CatalogEffects } from './write/effects/catalog-effects.ts';
export { createCompletenessRecompute } from './write/effects/completeness-recompute.ts';
export { ProductWriter } from './write/product-writer.ts';
export type { PricePatch, SaveCommand, SavedProduct } from './write/write-command.ts';
