export type { CodeRef, ProductChanges } from './product-changes.ts';
export { ProductsService } from './products.service.ts';
export { ProductReader } from './read/product-reader.ts';
export { ProductSelector, type Selection, type SortedSelectionInput } from './read/selection/product-selection.ts';
export type { ProductDocument } from './state/product-document.ts';
export { VersionReader } from './versions/version-reader.ts';
export { CatalogEffects } from './write/effects/catalog-effects.ts';
export { CompletenessRecompute } from './write/effects/completeness-recompute.ts';
export { ProductWriter } from './write/product-writer.ts';
