import type { Attributes } from '../attributes/index.ts';
import { type Catalog, createRecordLookup, RequirementChanges } from '../catalog/index.ts';
import type { Ports } from '../ports.ts';
import { CachedProductCounts, countByCategory, type Products } from '../products/index.ts';
import { CategoryAttributesRepository } from './attributes/category-attributes.repository.ts';
import { CategoryAttributesService } from './attributes/category-attributes.service.ts';
import { CategoriesRepository } from './categories.repository.ts';
import { createCategoriesRoutes } from './categories.routes.ts';
import { CategoriesService } from './categories.service.ts';
import { CategoryList } from './category-list.ts';

export interface CategoriesNeeds {
  readonly catalog: Catalog;
  readonly products: Products;
  readonly attributes: Attributes;
}

export type Categories = ReturnType<typeof createCategories>;

/** The category tree, and the attributes that apply to its categories. */
export function createCategories(
  { database }: Ports,
  { catalog: { reader: catalog, changes }, products: { effects }, attributes }: CategoriesNeeds,
) {
  const repository = new CategoriesRepository(database);
  const requirements = new RequirementChanges(catalog, effects);
  const counts = new CachedProductCounts(database, countByCategory);
  const service = new CategoriesService({
    categories: repository,
    changes,
    requirements,
    counts,
    products: effects,
  });
  const ofCategories = new CategoryAttributesService({
    categories: repository,
    own: new CategoryAttributesRepository(database),
    attributes: attributes.repository,
    catalog,
    changes,
    requirements,
    tree: service,
  });
  return {
    service,
    attributes: ofCategories,
    routes: createCategoriesRoutes({
      categories: service,
      list: new CategoryList({ categories: repository, counts }),
      attributes: ofCategories,
    }),
    lookups: { category: createRecordLookup(repository) },
  };
}
