import { createCountCache } from '@contract-kit/middleware';
import { defineTask } from '../../kernel/index.ts';
import { createIdLookup } from '../id-lookup.ts';
import type { Ports } from '../ports.ts';
import type { Products } from '../products/index.ts';
import { createAssetAddresses } from './asset-addresses.ts';
import { AssetsRepository } from './assets.repository.ts';
import { createAssetsRoutes } from './assets.routes.ts';
import { AssetsService } from './assets.service.ts';
import { AssetFiles } from './files/asset-files.ts';
import { keysOf } from './files/file-keys.ts';
import { sweepAssetFiles } from './files/sweep-files.ts';
import { Thumbnails } from './files/thumbnails.ts';
import { createFilesRoutes } from './files.routes.ts';
import { createImageAssetSource } from './image-assets.ts';
import { AssetIntakeService } from './intake/asset-intake.service.ts';
import { AssetPages } from './list/asset-pages.ts';

export interface AssetsNeeds {
  readonly images: AssetImages;
  readonly products: Pick<Products, 'assetEffects'>;
}

export type AssetImages = ReturnType<typeof createAssetImages>;
export type Assets = ReturnType<typeof createAssets>;

/**
 * The addresses of asset files, and the assets that product images name. Separate, because assets depend on products.
 */
export function createAssetImages({ database, publicUrl }: Ports) {
  const addresses = createAssetAddresses(publicUrl);
  return { addresses, source: createImageAssetSource(database, addresses) };
}

/** Images, videos and documents, and their files. */
export function createAssets(
  { database, files: store, outbound, cursors, clock, ids }: Ports,
  { images: { addresses }, products }: AssetsNeeds,
) {
  const assets = new AssetsRepository(database);
  const files = new AssetFiles({ addresses, assets, store, thumbnails: new Thumbnails(store) });
  const service = new AssetsService({
    ...{ database, assets, addresses, clock, ids },
    pages: new AssetPages({ database, cursors, counts: createCountCache() }),
    products: products.assetEffects,
    removeFile: (id) => store.delete(keysOf(id)),
  });
  const intake = new AssetIntakeService({
    ...{ database, assets, addresses, store, clock, ids },
    downloads: outbound.downloads,
    checkUrl: outbound.checkUrl,
  });
  return {
    service,
    intake,
    files,
    routes: createAssetsRoutes({ assets: service, intake }),
    fileRoutes: createFilesRoutes(files),
    lookups: { asset: createIdLookup('asset', ({ tenantId }, id) => assets.exists(tenantId, id)) },
    tasks: [
      defineTask('assets.sweep', 6 * 3600, (signal) =>
        sweepAssetFiles({ store, missing: (known) => assets.missing(known), now: clock.now(), signal }),
      ),
    ],
  };
}
