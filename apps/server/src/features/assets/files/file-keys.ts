import { thumbnailWidths } from '@product-content/contract';

/** Where files of assets are kept. */
export const assetFolder = 'assets/';
/** Where renditions of images are kept. */
export const thumbnailFolder = 'thumbnails/';

/** @param id UUID of the asset. */
export function fileKeyOf(id: string): string {
  return assetFolder + id;
}

export function thumbnailKeyOf(id: string, width: number): string {
  return `${thumbnailFolder}${id}/${width}.webp`;
}

/** Every key under which an asset can have files. */
export function keysOf(id: string): string[] {
  return [fileKeyOf(id), ...thumbnailWidths.map((width) => thumbnailKeyOf(id, width))];
}

/** The asset a key belongs to; null for a key of anything else. */
export function assetIdOf(key: string): string | null {
  return /^(?:assets|thumbnails)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/.exec(key)?.[1] ?? null;
}
