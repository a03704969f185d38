import type { Asset } from '@product-content/contract';
import { encodeId } from '../../kernel/index.ts';
import { foldText } from '../products/index.ts';
import type { AssetRow } from './asset.entity.ts';
import type { AssetAddresses } from './asset-addresses.ts';

/** A row with the number of products that use the asset. */
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

/** The text that searches look at: file name and alt text, folded. */
export function searchTextOf({ fileName, altText }: Pick<AssetRow, 'fileName' | 'altText'>): string {
  return foldText(altText === null ? fileName : `${fileName} ${altText}`);
}
