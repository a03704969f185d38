import {
  createAuthenticator,
  createCountCache,
  createCursorCodec,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
} from '@contract-kit/middleware';
import { contract } from '@product-content/contract';
import { createExpressApp, startHttpServer } from '../../../http/index.ts';
import { systemClock, systemIds } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import { createAttributeGroupsRoutes } from '../../attribute-groups/attribute-groups.routes.ts';
import { AttributeGroupsRepository, AttributeGroupsService } from '../../attribute-groups/index.ts';
import { createAttributesRoutes } from '../../attributes/attributes.routes.ts';
import { AttributesRepository, AttributesService } from '../../attributes/index.ts';
import { createCategoriesRoutes } from '../../categories/categories.routes.ts';
import {
  CategoriesRepository,
  CategoriesService,
  CategoryAttributesRepository,
  CategoryAttributesService,
  createCategoryCounts,
} from '../../categories/index.ts';
import { createCollectionsRoutes } from '../../collections/collections.routes.ts';
import {
  CollectionProductsService,
  CollectionsRepository,
  CollectionsService,
  createCollectionCounts,
} from '../../collections/index.ts';
import { KeyRepository, keyPrefix, LastUsed } from '../../keys/index.ts';
import { createProductsRoutes } from '../../products/products.routes.ts';
import { ProductsService } from '../../products/products.service.ts';
import { ProductReader } from '../../products/read/product-reader.ts';
import { VersionReader } from '../../products/versions/version-reader.ts';
import { CatalogEffects } from '../../products/write/catalog-effects.ts';
import { ProductWriter } from '../../products/write/product-writer.ts';
import {
  CachedCatalogReader,
  CatalogChanges,
  createRecordLookup,
  PostgresCatalogLocks,
  RequirementChanges,
} from '../index.ts';

const { attributes, attributeGroups, categories, collections } = contract;
const { bulk: _, ...products } = contract.products;

/** The part of the contract that is about the catalog and single products. */
const catalogContract = { attributes, attributeGroups, categories, collections, products };

/** Serves the catalog and its products over HTTP, each answer held to the contract. */
export async function startCatalogApp(database: Database) {
  const clock = systemClock;
  const ids = systemIds;
  const locks = new PostgresCatalogLocks(database);
  const catalog = new CachedCatalogReader({ database, locks });
  const changes = new CatalogChanges({ database, locks, clock, ids });
  const effects = new CatalogEffects({ database, catalog, clock, ids });
  const requirements = new RequirementChanges(catalog, effects);
  const versions = new VersionReader(database);
  const writer = new ProductWriter({ database, catalog, locks, clock, ids });
  const cursors = createCursorCodec({ secret: 'a secret of the tests, 32 bytes..' });
  const reader = new ProductReader({ database, catalog, cursors, counts: createCountCache() });

  const repositories = {
    attribute: new AttributesRepository(database),
    attributeGroup: new AttributeGroupsRepository(database),
    category: new CategoriesRepository(database),
    collection: new CollectionsRepository(database),
  };
  const common = { changes, requirements, products: effects };
  const attributesService = new AttributesService({ ...common, attributes: repositories.attribute });
  const categoriesService = new CategoriesService({
    ...common,
    categories: repositories.category,
    counts: createCategoryCounts(database),
  });

  const keys = new KeyRepository(database);
  const lastUsed = new LastUsed({ repository: keys, clock, onError: () => undefined });
  const errors: unknown[] = [];
  const app = createExpressApp({
    contract: catalogContract,
    handlers: {
      attributes: createAttributesRoutes(attributesService),
      attributeGroups: createAttributeGroupsRoutes(
        new AttributeGroupsService({ groups: repositories.attributeGroup, attributes: attributesService, changes }),
      ),
      categories: createCategoriesRoutes({
        categories: categoriesService,
        attributes: new CategoryAttributesService({
          ...common,
          catalog,
          categories: repositories.category,
          own: new CategoryAttributesRepository(database),
          attributes: repositories.attribute,
          tree: categoriesService,
        }),
      }),
      collections: createCollectionsRoutes({
        collections: new CollectionsService({
          ...common,
          collections: repositories.collection,
          counts: createCollectionCounts(database),
        }),
        products: new CollectionProductsService({ ...common, collections: repositories.collection, pages: reader }),
      }),
      products: createProductsRoutes({ products: new ProductsService(writer, versions, catalog), reader, versions }),
    },
    lookups: {
      attribute: createRecordLookup(repositories.attribute),
      attributeGroup: createRecordLookup(repositories.attributeGroup),
      category: createRecordLookup(repositories.category),
      collection: createRecordLookup(repositories.collection),
      product: async () => ({ entityTag: null }),
    },
    authenticator: createAuthenticator({ prefix: keyPrefix, store: keys }),
    lastUsed,
    ids,
    logger: { error: (...details) => errors.push(details) },
    rateLimit: { store: createMemoryRateLimitStore(), limit: 100_000 },
    idempotencyStore: createMemoryIdempotencyStore(),
    corsOrigins: null,
    validateResponses: true,
  });
  const server = await startHttpServer(app, { host: '127.0.0.1', port: 0 });
  return {
    baseUrl: `${server.origin}/api/v1`,
    catalog,
    locks,
    /** What was logged as a failure of the service. */
    errors,
    async stop() {
      await server.drain(0);
      await lastUsed.close();
    },
  };
}
