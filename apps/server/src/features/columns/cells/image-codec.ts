import { isDeepStrictEqual } from 'node:util';
import type { ProductImage } from '@product-content/contract';
import type { CellOptions } from '../column.ts';
import type { CellCodec } from './cell-codec.ts';
import { CellProblem } from './cell-problem.ts';
import { splitList } from './cell-text.ts';

/** Addresses separated by commas, as shops write them. */
const betweenAddresses = /\s*,\s*(?=https?:\/\/)/;

/**
 * Images: the address alone, or a JSON object for an image with more properties, such as
 * `{"url":"https://…","altText":"Front"}`.
 */
export const imagesCodec: CellCodec = {
  collects: true,
  show: (stored) => (stored as readonly ProductImage[]).map(showImage) as readonly string[] | readonly object[],
  parse(value, options) {
    const images = toItems(value, options).map((item) => toImage(item, options));
    return images.find((image) => image instanceof CellProblem) ?? images;
  },
  // Shops repeat the main image in the list of all images.
  join: (images, more) => [
    ...images,
    ...more.filter((image) => !images.some((other) => isDeepStrictEqual(other, image))),
  ],
};

function showImage(image: ProductImage): string | object {
  const { url, assetId, ...rest } = image;
  // The address of an asset's file already names the asset.
  const named = assetId === undefined || url.includes(`/${assetId}.`);
  const isPlain = named && Object.keys(rest).length === 0 && !betweenAddresses.test(url);
  return isPlain ? url : image;
}

function toItems(value: unknown, { listSeparator }: CellOptions): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  const items = splitList(value, listSeparator);
  const [only = ''] = items;
  return items.length === 1 && !only.trimStart().startsWith('{') ? only.split(betweenAddresses) : items;
}

function toImage(item: unknown, options: CellOptions): unknown {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
  if (typeof item !== 'string') return new CellProblem('Must be addresses of images.');
  const text = item.trim();
  return text.startsWith('{') ? parseImage(text) : toAddress(text, options);
}

function toAddress(text: string, { imageBase }: CellOptions): object {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(text)) return { url: text };
  if (imageBase === undefined)
    return new CellProblem('Must be an absolute address: the option imageBase completes it.');
  return { url: `${imageBase.replace(/\/+$/, '')}/${text.replace(/^\/+/, '')}` };
}

function parseImage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return new CellProblem('An image must be an address or a JSON object with one.');
  }
}
