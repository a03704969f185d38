import type { ProductDocument } from '../../src/features/products/state/product-document.ts';
import { encodeId } from '../../src/kernel/index.ts';

/** Common words come first; the frequency of a word decreases with its position, like that of words in real names. */
const nouns =
  'lamp chair table shirt camera printer monitor speaker bottle backpack notebook headset keyboard jacket teapot carpet scanner tripod charger hammock'.split(
    ' ',
  );
const adjectives =
  'black white compact digital wireless wooden portable folding organic vintage professional waterproof adjustable magnetic ergonomic reversible'.split(
    ' ',
  );
const brands = 'Canon Philips Kettler Lumina Nordwand Samsonite Brother Logitech Tramontina Zeiss'.split(' ');
const colors = 'red blue green black white yellow brown gray pink orange'.split(' ');
const statuses = ['draft', 'approved', 'approved', 'archived'] as const;

/** The newest product was changed at this time; the others within some four months before. */
const newest = Date.UTC(2026, 0, 1);

/** Picks from a list for each number, the first items more often. */
function common(list: readonly string[], number: number, factor: number): string {
  const share = ((number * factor) % 10_007) / 10_007;
  return list[Math.floor(list.length * share ** 2)] as string;
}

/**
 * The product of a number: SKUs count up, models such as `KX-4711` repeat, each tenth product has a German name, and
 * one of forty has the tag `t7`.
 *
 * @param id UUID.
 */
export function shopProduct(
  number: number,
  id: string,
  category: NonNullable<ProductDocument['category']>,
): ProductDocument {
  const digits = String(number).padStart(8, '0');
  const letters = [number % 26, Math.floor(number / 26) % 26].map((letter) => String.fromCharCode(65 + letter));
  const model = `${letters.join('')}-${number % 9973}`;
  const brand = brands[number % brands.length] as string;
  const name = `${brand} ${common(adjectives, number, 7907)} ${common(nouns, number, 7919)} ${model}`;
  const changed = new Date(newest - ((number * 7919) % 10_000_019) * 1000).toISOString();
  const price = ((number * 7919) % 1_000_003) / 100;
  return {
    id: encodeId('product', id),
    sku: `ART-${digits}`,
    type: 'simple',
    parent: null,
    variantAxes: [],
    status: statuses[number % 4] as (typeof statuses)[number],
    version: 1,
    name,
    shortDescription: null,
    description: `${name}, number ${number}. `.repeat(40),
    bullets: [],
    brand,
    manufacturer: null,
    gtin: null,
    mpn: `MP.${(number * 7).toString(16).padStart(7, '0')}`,
    tags: [`t${Math.floor(number / 7) % 40}`],
    category,
    collections: [],
    attributes: {
      color: colors[(number * 7) % 10] as string,
      model: `m${Math.floor(number / 10)}`,
      weight: number % 1000,
    },
    prices: { EUR: { amount: price } },
    price,
    currency: 'EUR',
    stock: null,
    units: { weight: 'kg', dimension: 'cm' },
    weight: null,
    length: null,
    width: null,
    height: null,
    seo: { title: null, description: null, slug: null },
    images: [],
    associations: {},
    translations: number % 10 === 0 ? { de: { name: `Leuchte ${model}` } } : {},
    completeness: number % 101,
    createdAt: changed,
    updatedAt: changed,
  };
}
