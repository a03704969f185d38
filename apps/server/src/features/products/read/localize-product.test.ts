import { ProductSchema } from '@product-content/contract';
import { describe, expect, it } from 'vitest';
import type { ProductDocument } from '../state/product-document.ts';
import { localizeProduct } from './localize-product.ts';

const product: ProductDocument = {
  id: 'prd_01h455vb4pex5vsknk084sn02q',
  sku: 'MUG',
  type: 'simple',
  parent: null,
  variantAxes: [],
  status: 'draft',
  version: 1,
  name: 'Mug',
  description: 'A mug.',
  shortDescription: null,
  bullets: ['Stoneware'],
  tags: ['new'],
  brand: 'Kiln',
  manufacturer: null,
  mpn: null,
  gtin: null,
  category: null,
  collections: [],
  currency: 'EUR',
  price: null,
  prices: {},
  units: { weight: 'g', dimension: 'mm' },
  weight: null,
  length: null,
  width: null,
  height: null,
  stock: null,
  images: [],
  attributes: { color: 'red', care: 'Wash', constructor: 'Kiln' },
  translations: {
    de: { name: 'Tasse', bullets: ['Steingut'], attributes: { care: 'Spülen', usage: 'Täglich' } },
    fr: { shortDescription: 'Une tasse' },
  },
  seo: { title: null, description: null, slug: null },
  associations: {},
  completeness: 40,
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
};

const localizable = new Set(['care', 'usage']);
const localize = (locale: string, changes: Partial<ProductDocument> = {}) =>
  localizeProduct(
    { ...product, ...changes },
    { locale, defaultLocale: 'en', isLocalizable: (code) => localizable.has(code) },
  );

describe('a localized product', () => {
  it('shows the translation where there is one, and the plain content elsewhere', () => {
    expect(localize('de')).toMatchObject({
      locale: 'de',
      name: 'Tasse',
      description: 'A mug.',
      shortDescription: null,
      bullets: ['Steingut'],
      brand: 'Kiln',
      attributes: { color: 'red', care: 'Spülen', usage: 'Täglich', constructor: 'Kiln' },
      fallbackFields: ['description'],
    });
  });

  it('names localizable attributes that fell back, and no field without a value', () => {
    expect(localize('fr').fallbackFields).toEqual(['name', 'description', 'bullets', 'attributes.care']);
  });

  it('falls back everywhere in a locale without any translation', () => {
    const { name, fallbackFields } = localize('it');
    expect(name).toBe('Mug');
    expect(fallbackFields).toEqual(['name', 'description', 'bullets', 'attributes.care']);
  });

  it('treats an empty text or list of a translation as missing', () => {
    const translations = { de: { name: '', bullets: [], attributes: { care: '' } } };
    expect(localize('de', { translations })).toMatchObject({
      name: 'Mug',
      bullets: ['Stoneware'],
      attributes: { care: 'Wash' },
      fallbackFields: ['name', 'description', 'bullets', 'attributes.care'],
    });
  });

  it('is the plain content without fallbacks in the default locale', () => {
    expect(localize('en')).toMatchObject({ name: 'Mug', locale: 'en', fallbackFields: [] });
  });

  it('has the fields of the contract in its order, and no translations', () => {
    const shown = localize('de');
    const optional = ['variantCount', 'completenessDetails', 'variants', 'translations'];
    const fields = Object.keys(ProductSchema.shape).filter((field) => !optional.includes(field));
    expect(Object.keys(shown)).toEqual(fields);
    expect(ProductSchema.strict().parse(shown)).toEqual(shown);
  });
});
