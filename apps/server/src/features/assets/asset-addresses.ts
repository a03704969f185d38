import { apiPrefix, idPrefixes } from '@product-content/contract';
import { decodeId, encodeId } from '../../kernel/index.ts';
import type { AssetRow } from './asset.entity.ts';

/** The file an address names. */
export interface FileAddress {
  /** UUID of the asset. */
  readonly assetId: string;
  /** Below the address of the server. */
  readonly path: string;
  /** With its `?`, or empty. */
  readonly query: string;
  /** Whether the address is of this server; else only its path is one of files. */
  readonly own: boolean;
}

const filePath = new RegExp(`^${apiPrefix}/files/(${idPrefixes.asset}_[0-9a-z]{26})\\.[0-9a-z]+$`);

/** Where the files of assets are read, and back. */
export interface AssetAddresses {
  /** The address anyone can read the file of an asset at. */
  of(asset: Pick<AssetRow, 'id' | 'extension' | 'externalUrl'>): string;
  /** What an address of a file names, also of a server that had another address; null for any other URL. */
  read(url: string): FileAddress | null;
  /** The address now of a file that was read at another one; any other URL as it is. */
  now(url: string): string;
}

/** @param origin where callers reach the server, asked when it is needed. */
export function createAssetAddresses(origin: () => string): AssetAddresses {
  const read = (url: string): FileAddress | null => {
    // Most addresses are of no file here, and products have many: only what may be one is parsed.
    if (!url.includes(`${idPrefixes.asset}_`) || !URL.canParse(url)) return null;
    const parsed = new URL(url);
    const base = new URL(origin());
    const own = parsed.origin === base.origin;
    const path = own ? parsed.pathname.replace(base.pathname.replace(/\/$/, ''), '') : parsed.pathname;
    const assetId = decodeId('asset', filePath.exec(path)?.[1] ?? '');
    return assetId === null ? null : { assetId, path, query: parsed.search, own };
  };
  return {
    of: ({ id, extension, externalUrl }) =>
      externalUrl ?? `${origin()}${apiPrefix}/files/${encodeId('asset', id)}.${extension}`,
    read,
    now(url) {
      const file = read(url);
      return file === null ? url : origin() + file.path + file.query;
    },
  };
}
