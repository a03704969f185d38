import { readFile } from 'node:fs/promises';
import type { ImportOptions, Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createImportFixture, type FinishedImport, type Importer } from '#testing/imports/import-fixture.ts';

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
let importer: Importer;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  importer = await fixture.importer();
});

/** Imports a small file as a shop system writes it, without a mapping; a dry run before has to foresee it. */
async function run(shop: string, options: Partial<ImportOptions> = {}): Promise<FinishedImport> {
  const content = await readFile(new URL(`../../../testing/imports/shops/${shop}.csv`, import.meta.url));
  const createMissing = { categories: true };
  const dryRun = await importer.run(content, { options: { ...options, createMissing, dryRun: true } });
  const finished = await importer.run(content, { options: { ...options, createMissing } });
  expect({ ...dryRun.result, dryRun: false }).toEqual(finished.result);
  expect(dryRun.problems).toEqual(finished.problems);
  return finished;
}

const urlsOf = (product: Product | null) => product?.images.map(({ url }) => url);

it('Magento’s has paths of categories, relative images, and types of its own', async () => {
  const { problems, result } = await run('magento', { imageBase: 'https://shop.example.com/media/catalog/product/' });
  expect(problems).toEqual([]);
  expect(result.createdCategories).toEqual([
    'Default_Category',
    'Default_Category_Men',
    'Default_Category_Men_Tops',
    'Default_Category_Men_Tops_Hoodies_Sweatshirts',
    'Default_Category_Women',
    'Default_Category_Women_Tops',
  ]);
  const hoodie = await importer.product('MH01-XS');
  expect(hoodie).toMatchObject({
    ...{ type: 'simple', name: 'Chaz Hoodie-XS', price: 52, stock: 100 },
    category: { code: 'Default_Category_Men_Tops_Hoodies_Sweatshirts' },
  });
  expect(urlsOf(hoodie)).toEqual([
    'https://shop.example.com/media/catalog/product/m/h/mh01-black_main.jpg',
    'https://shop.example.com/media/catalog/product/m/h/mh01-black_back.jpg',
  ]);
  const family = await importer.product('MH01');
  expect(family).toMatchObject({ type: 'parent', associations: { crossSell: ['MH01-XS', 'WJ01'] } });
});

it('its relative images are told from others, and how to complete them', async () => {
  const { problems } = await run('magento');
  const message = 'Must be an absolute address: the option imageBase completes it.';
  expect(problems[0]).toBe(`1 base_image images: ${message}`);
});

it('Shopify’s has a free text as type, tags between commas, and prices beside their companions', async () => {
  const { problems } = await run('shopify');
  expect(await importer.product('CHAIN-1')).toMatchObject({
    ...{ type: 'simple', status: 'approved', name: '7 Shakra Bracelet', brand: 'Company 123', tags: ['Beads', 'blue'] },
    ...{ prices: { EUR: { amount: 42.99, compareAt: 44.99, cost: 20 } }, gtin: '4006381333931', stock: 1 },
    ...{ category: { code: 'Apparel_Accessories_Jewelry_Bracelets' }, seo: { slug: 'chain-bracelet' } },
  });
  expect(await importer.product('ANCH-GOLD')).toMatchObject({
    category: { code: 'Apparel_Accessories_Handbags_Wallets_Cases' },
  });
  // Rows that go on with the product above have no name, and some no SKU.
  expect(problems).toEqual(['3 Title name: Required.', '4 Variant SKU sku: Required.']);
});

it('WooCommerce’s has variable products with their variations, and lists between commas', async () => {
  const { problems } = await run('woocommerce');
  expect(problems).toEqual([]);
  const family = await importer.product('woo-vneck-tee');
  expect(family).toMatchObject({
    ...{ type: 'parent', variantCount: 1, tags: ['red', 'cotton'], brand: 'Acme' },
    category: { code: 'Clothing_Tshirts' },
  });
  expect(urlsOf(family)).toHaveLength(2);
  expect(await importer.product('woo-vneck-tee-red')).toMatchObject({ parent: { sku: 'woo-vneck-tee' }, price: 20 });
  expect(await importer.product('woo-album')).toMatchObject({ type: 'simple', price: 18 });
});

it('Akeneo’s has locales and currencies in its headers, and codes of categories', async () => {
  const { problems, accepted } = await run('akeneo');
  expect(problems).toEqual([]);
  expect(accepted.unmappedColumns).toEqual(['uuid', 'enabled', 'family', 'groups', 'asset']);
  expect(await importer.product('1111111111')).toMatchObject({
    ...{ name: 'Jacket', translations: { de: { name: 'Jacke' } }, category: { code: 'master_men' } },
    ...{ prices: { EUR: { amount: 79.9 }, USD: { amount: 85 } }, weight: 0.6, units: { weight: 'kg' } },
  });
});
