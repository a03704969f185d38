import type { Asset } from '@product-content/contract';
import { encodeId } from '../../kernel/index.ts';
import { foldText } from '../products/index.ts';
import type { AssetRow } from './asset.entity.ts';
import type { AssetAddresses } from './asset-addresses.ts';

/** A row with how many products use it. */
export interface CountedAssetRow extends AssetRow {
  readonly usageCount: number;
}

/** An asset as the API and events show it. */
export function toAsset(row: CountedAssetRow, addresses: AssetAddresses): Asset {
  const { type, fileName, mimeType, size, width, height, checksum, altText, tags, folder, source, usageCount } = row;
  return {
    ...{ id: encodeId('asset', row.id), type, fileName, mimeType, size, width, height },
    ...{ url: addresses.of(row), checksum, altText, tags: tags as string[], folder, source },
    external: row.externalUrl !== null,
    usageCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** What a search looks for words in: the file name and the alt text, folded. */
export function searchTextOf({ fileName, altText }: Pick<AssetRow, 'fileName' | 'altText'>): string {
  return foldText(altText === null ? fileName : `${fileName} ${altText}`);
}
