import { attributesOfCatalog } from './features/attributes/attribute.sql.ts';
import type { CatalogParts } from './features/catalog/index.ts';
import { categoriesOfCatalog, settingsOfCatalog } from './features/categories/category-attribute.sql.ts';
import { collectionsOfCatalog } from './features/collections/collection.sql.ts';

/** The part each feature contributes to the statement that reads a catalog. */
export const catalogParts: CatalogParts = {
  attributes: attributesOfCatalog,
  categories: categoriesOfCatalog,
  settings: settingsOfCatalog,
  collections: collectionsOfCatalog,
};
