import { hash } from 'node:crypto';
import { decodeId, encodeId, forEachInSlices } from '../../kernel/index.ts';
import type { Database } from '../../storage/index.ts';
import type { ImageAsset, ImageAssetSource, ImageAssets } from '../products/index.ts';
import type { AssetRow } from './asset.entity.ts';
import { selectNamed } from './asset.sql.ts';
import type { AssetAddresses } from './asset-addresses.ts';

type FoundRow = Pick<AssetRow, 'id' | 'extension' | 'externalUrl'>;

/** The identity of an external asset, unique in its workspace: the hash of its address. */
export function externalIdentity(url: string): string {
  return `url:${hash('sha256', url)}`;
}

/** Finds the assets that product images name: by id, by the address of their file, or by an external address. */
export function createImageAssetSource(database: Database, addresses: AssetAddresses): ImageAssetSource {
  return {
    async find(workspaceId, images) {
      const ids = new Set<string>();
      const identities = new Set<string>();
      await forEachInSlices(images, ({ url, assetId }) => {
        const file = url === undefined ? null : addresses.read(url);
        for (const id of [file?.assetId, decodeId('asset', assetId ?? '')]) if (id) ids.add(id);
        if (url !== undefined && file === null) identities.add(externalIdentity(url));
      });
      const named = { workspaceId, ids: [...ids], identities: [...identities].join() };
      return toImageAssets(await database.run(selectNamed, named), addresses);
    },
  };
}

function toImageAssets(rows: readonly FoundRow[], addresses: AssetAddresses): ImageAssets {
  const found = new Map<string, ImageAsset>();
  const external = new Map<string, ImageAsset>();
  for (const row of rows) {
    const asset = { id: encodeId('asset', row.id), url: addresses.of(row) };
    found.set(asset.id, asset);
    if (row.externalUrl !== null) external.set(row.externalUrl, asset);
  }
  return {
    byId: (id) => found.get(id),
    byUrl(url) {
      const file = addresses.read(url);
      const asset = file === null ? external.get(url) : found.get(encodeId('asset', file.assetId));
      if (asset !== undefined) return { kind: 'asset', asset, url: file === null ? url : asset.url + file.query };
      return { kind: file?.own === true ? 'missing' : 'other' };
    },
  };
}
