import { AttributeGroupsRepository, AttributeGroupsService } from '../features/attribute-groups/index.ts';
import { AttributeAdditions, AttributesRepository, AttributesService } from '../features/attributes/index.ts';
import {
  type CatalogChanges,
  type CatalogReader,
  createRecordLookup,
  RequirementChanges,
} from '../features/catalog/index.ts';
import {
  CategoriesRepository,
  CategoriesService,
  CategoryAttributesRepository,
  CategoryAttributesService,
} from '../features/categories/index.ts';
import {
  CollectionProductsService,
  CollectionsRepository,
  CollectionsService,
  countMembers,
} from '../features/collections/index.ts';
import {
  CachedProductCounts,
  countByCategory,
  type ProductChanges,
  type ProductReader,
  ProductReferences,
} from '../features/products/index.ts';
import type { Database } from '../storage/index.ts';

export interface CatalogParts {
  readonly catalog: CatalogReader;
  readonly changes: CatalogChanges;
}

export interface ProductParts {
  readonly effects: ProductChanges;
  readonly reader: ProductReader;
}

/** The nouns of the catalog. */
export function createFeatures(
  database: Database,
  { catalog, changes }: CatalogParts,
  { effects, reader }: ProductParts,
) {
  const records = {
    attributes: new AttributesRepository(database),
    groups: new AttributeGroupsRepository(database),
    categories: new CategoriesRepository(database),
    collections: new CollectionsRepository(database),
  };
  const shared = {
    ...records,
    changes,
    catalog,
    requirements: new RequirementChanges(catalog, effects),
    products: effects,
  };
  const attributes = new AttributesService(shared);
  const categories = new CategoriesService({ ...shared, counts: new CachedProductCounts(database, countByCategory) });
  return {
    attributes,
    additions: new AttributeAdditions(shared),
    categories,
    attributeGroups: new AttributeGroupsService({ ...shared, attributes }),
    categoryAttributes: new CategoryAttributesService({
      ...shared,
      own: new CategoryAttributesRepository(database),
      tree: categories,
    }),
    collections: new CollectionsService({ ...shared, counts: new CachedProductCounts(database, countMembers) }),
    collectionProducts: new CollectionProductsService({
      ...shared,
      pages: reader,
      references: new ProductReferences(database),
    }),
    lookups: {
      attribute: createRecordLookup(records.attributes),
      attributeGroup: createRecordLookup(records.groups),
      category: createRecordLookup(records.categories),
      collection: createRecordLookup(records.collections),
    },
  };
}
