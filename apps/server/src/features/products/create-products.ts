import { createCountCache } from '@contract-kit/middleware';
import { defineBacklog, type WorkspaceSettings } from '../../kernel/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Ports } from '../ports.ts';
import { AssetEffects } from './effects/asset-effects.ts';
import { AttributeIndexEffects } from './effects/attribute-index-effects.ts';
import { createAssociationRemoval, createCompletenessRecompute } from './effects/pending-rewrites.ts';
import { ProductCascade } from './effects/product-cascade.ts';
import { pendingRecomputes, pendingRemovals, pendingSearchRefreshes } from './effects/product-effects.sql.ts';
import { FacetReader } from './facets/facet-reader.ts';
import { createProductChecks } from './product-checks.ts';
import type { ImageAssetSource } from './product-images.ts';
import { createProductsRoutes } from './products.routes.ts';
import { ProductsService } from './products.service.ts';
import { createProductLookup } from './read/product-lookup.ts';
import { ProductReader } from './read/product-reader.ts';
import { VersionReader } from './read/version-reader.ts';
import { refreshSearchTexts } from './search/search-refresh.ts';
import { ProductWriter } from './write/product-writer.ts';

export interface ProductsNeeds {
  readonly catalog: Catalog;
  /** The assets that images name. */
  readonly images: ImageAssetSource;
  readonly workspaces: { list(): Promise<WorkspaceSettings[]> };
}

export type Products = ReturnType<typeof createProducts>;

/** Products: reading and writing them, and their changes that follow from the catalog and from assets. */
export function createProducts(
  { database, cursors, clock, ids, workspace }: Ports,
  { catalog: { reader: catalog, locks }, images, workspaces }: ProductsNeeds,
) {
  const shared = { database, catalog, locks, clock, ids };
  const versions = new VersionReader(database);
  const writer = new ProductWriter({ ...shared, assets: images });
  const reader = new ProductReader({ database, catalog, cursors, counts: createCountCache() });
  const facets = new FacetReader({ database, catalog, counts: createCountCache({ maxEntries: 1_000 }) });
  const service = new ProductsService(writer, versions, catalog);
  const completeness = createCompletenessRecompute({ ...shared, workspace });
  const associations = createAssociationRemoval({ ...shared, workspace });
  return {
    service,
    reader,
    writer,
    /** The effects of catalog changes on products. */
    effects: new ProductCascade(shared),
    indexing: new AttributeIndexEffects(shared),
    /** The effects of asset changes on products. */
    assetEffects: new AssetEffects(shared),
    routes: createProductsRoutes({ products: service, reader, facets, versions }),
    lookups: { product: { repeatedByHandlers: createProductLookup(reader) } },
    backlogs: [
      defineBacklog('completeness.recompute', pendingRecomputes.pending, (signal) => completeness.drain(signal)),
      defineBacklog('associations.remove', pendingRemovals.pending, (signal) => associations.drain(signal)),
      defineBacklog('search.refresh', pendingSearchRefreshes.pending, (signal) => refreshSearchTexts(database, signal)),
    ],
    checks: createProductChecks({ database, catalog, workspaces: () => workspaces.list() }),
  };
}
