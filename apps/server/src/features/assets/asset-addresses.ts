import { apiPrefix, idPrefixes } from '@product-content/contract';
import { decodeId, encodeId } from '../../kernel/index.ts';
import type { AssetRow } from './asset.entity.ts';

/** The file an address names. */
export interface FileAddress {
  /** UUID of the asset. */
  readonly assetId: string;
  /** Relative to the address of the server. */
  readonly path: string;
  /** Including the `?`, or empty. */
  readonly query: string;
  /** True when the address is on this server; otherwise only its path looks like one of a file. */
  readonly own: boolean;
}

const filePath = new RegExp(`^${apiPrefix}/files/(${idPrefixes.asset}_[0-9a-z]{26})\\.[0-9a-z]+$`);

/** Converts between assets and the addresses of their files. */
export interface AssetAddresses {
  /** The public address of an asset's file. */
  of(asset: Pick<AssetRow, 'id' | 'extension' | 'externalUrl'>): string;
  /** What the address of a file names, even if the server had another address then; null for any other URL. */
  read(url: string): FileAddress | null;
  /** The current address of a file that is named by an earlier one; any other URL unchanged. */
  now(url: string): string;
}

/** @param origin where callers reach the server; called when it is needed. */
export function createAssetAddresses(origin: () => string): AssetAddresses {
  const read = (url: string): FileAddress | null => {
    // Most addresses are not files of this server, and products have many: only candidates are parsed.
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
