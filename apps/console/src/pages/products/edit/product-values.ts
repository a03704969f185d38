import { associationTypes, type Product, type ProductInputSchema } from '@product-content/contract';
import type { z } from 'zod';

/** The body of a PATCH. */
export type ProductChange = z.input<typeof ProductInputSchema>;

/** Fields with a text in each language. */
export const textFields = [
  { name: 'name', label: 'Name' },
  { name: 'shortDescription', label: 'Short description', isLong: true },
  { name: 'description', label: 'Description', isLong: true },
  { name: 'bullets', label: 'Selling points, one per line', isLong: true },
] as const;

export const associationLabels = {
  upsell: 'Upsell',
  crossSell: 'Cross-sell',
  substitute: 'Substitutes',
  pack: 'Products in the pack',
} as const satisfies Record<(typeof associationTypes)[number], string>;

export const measures = ['weight', 'length', 'width', 'height'] as const;

export type AttributeInput = string | number | boolean | string[] | null;

type TextValues = Record<(typeof textFields)[number]['name'], string> & {
  attributes: Record<string, AttributeInput>;
};

interface PriceValues {
  amount: number | string;
  compareAt: number | string;
  cost: number | string;
}

export interface ImageValues {
  url: string;
  altText: string;
  role: string;
}

/** The form values: a text, number or list for every input, empty if the product has no value. */
export interface ProductValues extends TextValues, Record<string, unknown> {
  sku: string;
  brand: string;
  manufacturer: string;
  mpn: string;
  gtin: string;
  tags: string[];
  category: string | null;
  collections: string[];
  /** Of the price that is shown where only one fits. */
  currency: string;
  prices: Record<string, PriceValues>;
  units: { weight: string; dimension: string };
  weight: number | string;
  length: number | string;
  width: number | string;
  height: number | string;
  stock: number | string;
  images: ImageValues[];
  translations: Record<string, TextValues>;
  seo: { title: string; description: string; slug: string };
  associations: Record<string, string[]>;
}

/** @param locales the other languages of the workspace. @param currencies of the workspace. */
export function toValues(product: Product, locales: readonly string[], currencies: readonly string[]): ProductValues {
  const { prices, images, units, seo, associations } = product;
  const named = product as unknown as Readonly<Record<string, string | number | null | undefined>>;
  const text = (name: string) => String(named[name] ?? '');
  const number = (name: string) => named[name] ?? '';
  return {
    ...toTexts(product),
    ...{ sku: product.sku, brand: text('brand'), manufacturer: text('manufacturer') },
    ...{ mpn: text('mpn'), gtin: text('gtin'), tags: [...product.tags] },
    category: product.category?.id ?? null,
    collections: product.collections.map(({ id }) => id),
    currency: product.currency,
    prices: Object.fromEntries(
      currencies.map((currency) => {
        const { amount = '', compareAt = '', cost = '' } = prices[currency] ?? {};
        return [currency, { amount, compareAt, cost }];
      }),
    ),
    units: { ...units },
    ...{ weight: number('weight'), length: number('length'), width: number('width'), height: number('height') },
    stock: number('stock'),
    images: images.map(({ url, altText = '', role = '' }) => ({ url, altText, role })),
    translations: Object.fromEntries(locales.map((locale) => [locale, toTexts(product.translations[locale] ?? {})])),
    seo: { title: seo.title ?? '', description: seo.description ?? '', slug: seo.slug ?? '' },
    associations: Object.fromEntries(associationTypes.map((type) => [type, [...(associations[type] ?? [])]])),
  };
}

type StoredTexts = Partial<Pick<Product, 'name' | 'description' | 'shortDescription' | 'bullets' | 'attributes'>>;

function toTexts({ name, description, shortDescription, bullets, attributes }: StoredTexts): TextValues {
  return {
    name: name ?? '',
    description: description ?? '',
    shortDescription: shortDescription ?? '',
    bullets: (bullets ?? []).join('\n'),
    attributes: { ...(attributes as Record<string, AttributeInput> | undefined) },
  };
}

/** The difference from what was shown, as the body of a PATCH. */
export function toChange(before: ProductValues, after: ProductValues): ProductChange {
  return difference(toInput(before), toInput(after)) as ProductChange;
}

/** PATCH merges these fields; all others are replaced as a whole. */
const merged: ReadonlySet<string> = new Set(['attributes', 'translations', 'seo', 'units', 'associations']);

function difference(before: object, after: object, isMerged = (name: string) => merged.has(name)): object {
  const old = before as Readonly<Record<string, unknown>>;
  const changes = Object.entries(after).flatMap(([name, value]) => {
    const previous = old[name];
    if (JSON.stringify(value) === JSON.stringify(previous)) return [];
    const change = isMerged(name) && isRecord(value) && isRecord(previous) ? difference(previous, value, isAny) : value;
    return [[name, change] as const];
  });
  return Object.fromEntries(changes);
}

const isAny = () => true;

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toInput({ prices, units, images, seo, translations, ...values }: ProductValues): ProductChange {
  const { name, description, shortDescription, bullets, attributes, ...plain } = values;
  const numbers = ['weight', 'length', 'width', 'height', 'stock'] as const;
  return {
    ...fromTexts({ name, description, shortDescription, bullets, attributes }),
    ...plain,
    ...Object.fromEntries((['brand', 'manufacturer', 'mpn', 'gtin'] as const).map((key) => [key, values[key] || null])),
    ...Object.fromEntries(numbers.map((key) => [key, numberOf(values[key])])),
    prices: Object.fromEntries(
      Object.entries(prices).flatMap(([currency, { amount, ...others }]) => {
        if (amount === '') return [];
        const given = Object.entries(others).filter(([, value]) => value !== '');
        return [[currency, { amount: Number(amount), ...Object.fromEntries(given.map(([k, v]) => [k, Number(v)])) }]];
      }),
    ),
    units: units as ProductChange['units'],
    images: images.map(({ url, altText, role }) => ({ url, ...(altText && { altText }), ...(role && { role }) })),
    translations: Object.fromEntries(
      Object.entries(translations).map(([locale, texts]) => [locale, fromTexts(texts)]),
    ) as ProductChange['translations'],
    seo: { title: seo.title || null, description: seo.description || null, slug: seo.slug || null },
  } as ProductChange;
}

function fromTexts({ name, description, shortDescription, bullets, attributes }: TextValues) {
  return {
    name: name || null,
    description: description || null,
    shortDescription: shortDescription || null,
    bullets: bullets.split('\n').filter((line) => line.trim() !== ''),
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([code, value]) => [code, value === '' ? null : value]),
    ),
  };
}

const numberOf = (value: number | string) => (value === '' ? null : Number(value));
