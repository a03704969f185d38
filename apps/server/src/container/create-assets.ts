import { type CursorCodec, createCountCache } from '@contract-kit/middleware';
import {
  type AssetAddresses,
  AssetFiles,
  AssetIntakeService,
  AssetPages,
  AssetsRepository,
  AssetsService,
  createAssetAddresses,
  createAssetLookup,
  createImageAssetSource,
  keysOf,
  sweepAssetFiles,
  Thumbnails,
} from '../features/assets/index.ts';
import type { ImageChanges } from '../features/products/index.ts';
import type { FileStore } from '../files/index.ts';
import type { Clock, IdSource } from '../kernel/index.ts';
import type { Database } from '../storage/index.ts';
import type { Outbound } from './create-outbound.ts';

export interface AssetParts {
  readonly database: Database;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly files: FileStore;
  readonly addresses: AssetAddresses;
  readonly products: { readonly cursors: CursorCodec; readonly unlinks: ImageChanges };
}

/** Where files of assets are read, and which assets images of products name. */
export function createAssetImages(database: Database, publicUrl: () => string) {
  const addresses = createAssetAddresses(publicUrl);
  return { addresses, source: createImageAssetSource(database, addresses) };
}

/** Images, videos and documents, and the files they are made of. */
export function createAssets({ database, outbound, clock, ids, files: store, addresses, products }: AssetParts) {
  const assets = new AssetsRepository(database);
  const { columns } = assets;
  const { cursors, unlinks } = products;
  const files = new AssetFiles({ addresses, assets, store, thumbnails: new Thumbnails(store) });
  return {
    lookup: createAssetLookup(assets),
    assets: new AssetsService({
      ...{ database, assets, addresses, clock, ids },
      pages: new AssetPages({ database, columns, cursors, counts: createCountCache() }),
      products: unlinks,
      removeFile: (id) => store.delete(keysOf(id)),
    }),
    intake: new AssetIntakeService({ database, assets, addresses, store, ...outbound, clock, ids }),
    files,
    sweep: (signal: AbortSignal) =>
      sweepAssetFiles({ store, missing: (known) => assets.missing(known), now: clock.now(), signal }),
  };
}
