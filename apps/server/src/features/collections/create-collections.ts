import { type Catalog, createRecordLookup } from '../catalog/index.ts';
import type { Ports } from '../ports.ts';
import { CachedProductCounts, countMembers, ProductReferences, type Products } from '../products/index.ts';
import { CollectionProductsService } from './collection-products.service.ts';
import { CollectionsRepository } from './collections.repository.ts';
import { createCollectionsRoutes } from './collections.routes.ts';
import { CollectionsService } from './collections.service.ts';

export interface CollectionsNeeds {
  readonly catalog: Catalog;
  readonly products: Products;
}

export type Collections = ReturnType<typeof createCollections>;

/** Manually ordered lists of products. */
export function createCollections(
  { database }: Ports,
  { catalog: { changes }, products: { effects, reader } }: CollectionsNeeds,
) {
  const repository = new CollectionsRepository(database);
  const shared = { collections: repository, changes, products: effects };
  const service = new CollectionsService({ ...shared, counts: new CachedProductCounts(database, countMembers) });
  const members = new CollectionProductsService({
    ...shared,
    pages: reader,
    references: new ProductReferences(database),
  });
  return {
    service,
    products: members,
    routes: createCollectionsRoutes({ collections: service, products: members }),
    lookups: { collection: createRecordLookup(repository) },
  };
}
