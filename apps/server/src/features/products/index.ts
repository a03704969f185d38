export type { CodeRef, ProductChanges } from './product-changes.ts';
export { ProductsService } from './products.service.ts';
export { ProductReader } from './read/product-reader.ts';
export { VersionReader } from './versions/version-reader.ts';
export { CatalogEffects } from './write/effects/catalog-effects.ts';
export { CompletenessRecompute } from './write/effects/completeness-recompute.ts';
export { ProductWriter } from './write/product-writer.ts';
