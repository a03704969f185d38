import { foldText } from '../products/index.ts';
import type { AssetRow } from './asset.entity.ts';

/** What a search looks for words in: the file name and the alt text, folded. */
export function searchTextOf({ fileName, altText }: Pick<AssetRow, 'fileName' | 'altText'>): string {
  return foldText(altText === null ? fileName : `${fileName} ${altText}`);
}
