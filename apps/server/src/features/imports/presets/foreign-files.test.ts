import type { ImportPreset, Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  toCommerceMlFiles,
  toGoogleAtom,
  toGoogleRss,
  toGoogleTsv,
  toYmlFile,
} from '#testing/imports/foreign/feed-files.ts';
import { type SampleProduct, type SampleVariant, sampleProducts } from '#testing/imports/foreign/sample-products.ts';
import {
  toAkeneoFiles,
  toMagentoFile,
  toMedusaFile,
  toShopifyFile,
  toVendureFile,
  toWooCommerceFile,
} from '#testing/imports/foreign/shop-files.ts';
import { counts, createImportFixture, type Importer } from '#testing/imports/import-fixture.ts';

/** Files of one system, and the products expected from them. */
interface ForeignFiles {
  readonly title: string;
  /** In import order, each with the preset that should be recognized. */
  readonly files: readonly (readonly [preset: ImportPreset, content: string])[];
  /** A product without variants, or what its variants share. */
  product(product: SampleProduct): object;
  variant(variant: SampleVariant, product: SampleProduct): object;
  skuOf?(variant: SampleVariant, product: SampleProduct): string;
  /** The files do not name the axes of a parent. */
  readonly withoutAxes?: true;
}

const toImages = (urls: readonly string[]) => urls.map((url) => ({ url }));
const attributesOf = ({ options }: SampleProduct, { values }: SampleVariant) =>
  Object.fromEntries(options.map((option, at) => [option.toLowerCase(), values[at]]));
const category = ({ category: path }: SampleProduct) => ({ category: { name: path.at(-1) } });
const akeneo = toAkeneoFiles(sampleProducts);
const commerceml = toCommerceMlFiles(sampleProducts);
const google = {
  product: (product: SampleProduct) => ({ name: product.name, brand: product.brand, ...category(product) }),
  variant: ({ price, gtin }: SampleVariant, { name, images }: SampleProduct) => ({
    name,
    price,
    gtin,
    images: toImages(images),
  }),
};

const formats: readonly ForeignFiles[] = [
  {
    title: 'Shopify’s export',
    files: [['shopify', toShopifyFile(sampleProducts)]],
    product: ({ code, name, description, brand, tags, images, ...product }) => ({
      ...{ name, description, brand, tags, seo: { slug: code }, images: toImages(images), status: 'approved' },
      ...category(product as SampleProduct),
    }),
    variant: ({ price, compareAt, stock, gtin, grams }) => ({
      ...{ price, prices: { EUR: compareAt === null ? { amount: price } : { amount: price, compareAt } } },
      ...{ stock, gtin, weight: grams, units: { weight: 'g' } },
    }),
  },
  {
    title: 'Magento’s export',
    files: [['magento', toMagentoFile(sampleProducts)]],
    product: ({ code, name, description, brand, ...product }) => ({
      ...{ name, description, seo: { slug: code }, status: 'approved', attributes: { producer: brand } },
      ...category(product as SampleProduct),
    }),
    variant: ({ price, stock, grams }) => ({ price, stock, weight: grams / 1000 }),
  },
  {
    title: 'WooCommerce’s export',
    files: [['woocommerce', toWooCommerceFile(sampleProducts)]],
    product: ({ name, description, brand, tags, images, ...product }) => ({
      ...{ name, description, brand, tags, images: toImages(images), status: 'approved' },
      ...category(product as SampleProduct),
    }),
    variant: ({ price, compareAt, stock, gtin, grams }) => ({
      ...{ price: compareAt ?? price, stock, gtin, weight: grams / 1000, units: { weight: 'kg' } },
    }),
  },
  {
    title: 'Vendure’s export',
    files: [['vendure', toVendureFile(sampleProducts)]],
    product: ({ code, name, description, brand, ...product }) => ({
      ...{ name, description, brand, seo: { slug: code }, attributes: { season: 'all' } },
      ...category(product as SampleProduct),
    }),
    variant: ({ price, stock }) => ({ price, stock }),
  },
  {
    title: 'Medusa’s export',
    files: [['medusa', toMedusaFile(sampleProducts)]],
    product: ({ code, name, description, tags, images }) => ({
      ...{ name, description, tags, images: toImages(images), seo: { slug: code }, status: 'approved' },
    }),
    variant: ({ price, stock, gtin, grams }) => ({
      ...{ prices: { EUR: { amount: price }, USD: { amount: price + 1 } } },
      ...{ stock, gtin, weight: grams, units: { weight: 'g' } },
    }),
  },
  {
    title: 'Akeneo’s models and products',
    files: [
      ['akeneo_models', akeneo.models],
      ['akeneo', akeneo.products],
    ],
    product: ({ name, description, brand }) => ({
      ...{ name, description, brand, translations: { de: { name: `${name} (de)` } } },
    }),
    variant: ({ price, gtin, grams }) => ({
      ...{ prices: { EUR: { amount: price } }, gtin, weight: grams, units: { weight: 'g' }, status: 'approved' },
      attributes: { screen: '5', 'screen-unit': 'INCH' },
    }),
    withoutAxes: true,
  },
  { title: 'Google’s RSS feed', files: [['google', toGoogleRss(sampleProducts)]], ...google },
  { title: 'Google’s Atom feed', files: [['google', toGoogleAtom(sampleProducts)]], ...google },
  { title: 'Google’s TSV feed', files: [['google', toGoogleTsv(sampleProducts)]], ...google },
  {
    title: 'a YML feed',
    files: [['yml', toYmlFile(sampleProducts)]],
    product: (product) => ({ name: product.name, brand: product.brand, ...category(product) }),
    variant: ({ price, compareAt, stock, gtin, grams }, { name, description, images }) => ({
      ...{
        name,
        description,
        images: toImages(images),
        gtin,
        stock: stock + 1,
        weight: grams / 1000,
        length: 20,
        width: 10.5,
      },
      prices: { EUR: compareAt === null ? { amount: price } : { amount: price, compareAt } },
      attributes: { Warranty: '12 months', available: true },
    }),
  },
  {
    title: 'the goods and offers of CommerceML',
    files: [
      ['commerceml', commerceml.goods],
      ['commerceml_offers', commerceml.offers],
    ],
    product: ({ code, name, description, brand, ...product }) => ({
      ...{ name, description, brand, mpn: `ART-${code}`, ...category(product as SampleProduct) },
    }),
    variant: ({ price, stock }) => ({ prices: { EUR: { amount: price } }, stock }),
    skuOf: ({ values }, { code }) => [code, values.join('-')].filter(Boolean).join('_'),
  },
];

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
let importer: Importer;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  importer = await fixture.importer();
});

/** A product with the name of its category. */
async function named(sku: string): Promise<object | null> {
  const product = await importer.product(sku);
  if (product === null) return null;
  const query = 'select name from category where workspace_id = $1 and code = $2';
  const { rows } = await fixture.database.query(query, [importer.workspace.id, product.category?.code ?? null]);
  return { ...product, category: rows[0] ?? null };
}

/** The attributes of a product by their labels, in lower case. */
async function labeled(product: Product | null): Promise<Record<string, unknown>> {
  const query = 'select code, label from attribute where workspace_id = $1';
  const { rows } = await fixture.database.query<{ code: string; label: string }>(query, [importer.workspace.id]);
  const labels = new Map(rows.map(({ code, label }) => [code, label.toLowerCase()]));
  const attributes = Object.entries(product?.attributes ?? {});
  return Object.fromEntries(attributes.map(([code, value]) => [labels.get(code) ?? code, value]));
}

describe.each(formats)('$title', ({ files, product, variant, skuOf = ({ sku }) => sku, withoutAxes }) => {
  const importAll = async () => {
    const all = [];
    for (const [preset, content] of files) {
      const done = await importer.run(content, { name: 'export' });
      expect(done.accepted.detected.preset).toBe(preset);
      expect(done.problems).toEqual([]);
      expect(done.warnings).toEqual([]);
      all.push(counts(done.result));
    }
    return all;
  };

  it('is imported at the first try, with families of variants, and again without a change', async () => {
    await importAll();
    for (const sample of sampleProducts) {
      const { code, options, variants: own } = sample;
      if (options.length === 0) {
        const [only] = own as [SampleVariant];
        expect(await named(skuOf(only, sample))).toMatchObject({
          type: 'simple',
          ...product(sample),
          ...variant(only, sample),
        });
        continue;
      }
      const parent = await importer.product(code);
      expect(await named(code)).toMatchObject({ type: 'parent', variantCount: own.length, ...product(sample) });
      for (const one of own) {
        const saved = await importer.product(skuOf(one, sample));
        expect(saved).toMatchObject({ type: 'variant', parent: { sku: code }, ...variant(one, sample) });
        expect(await labeled(saved)).toMatchObject(attributesOf(sample, one));
      }
      const axes = withoutAxes ? [] : options.map((option) => option.toLowerCase());
      expect(parent?.variantAxes.map((code) => code.toLowerCase())).toEqual(axes);
    }
    const before = await importer.traces();
    const again = await importAll();
    expect(again.map(({ updated, created, failed }) => ({ updated, created, failed }))).toEqual(
      files.map(() => ({ updated: 0, created: 0, failed: 0 })),
    );
    expect(await importer.traces()).toEqual(before);
  });
});
