import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { toGoogleRss } from '#testing/imports/foreign/feed-files.ts';
import { sampleProducts } from '#testing/imports/foreign/sample-products.ts';
import { toMagentoFile, toShopifyFile } from '#testing/imports/foreign/shop-files.ts';
import { counts, createImportFixture, type Importer } from '#testing/imports/import-fixture.ts';

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
let importer: Importer;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  importer = await fixture.importer();
});

const shopify = toShopifyFile(sampleProducts);
const mapping = { 'Variant SKU': 'sku', Title: 'name' };

it.each([
  ['preset none', { options: { preset: 'none' }, mapping }],
  ['a mapping', { mapping }],
])('%s leaves the rows of a known file unchanged', async (_, sent) => {
  const { accepted, result } = await importer.run(shopify, sent);
  expect([accepted.detected.preset, accepted.mapping]).toEqual([null, mapping]);
  expect(counts(result)).toMatchObject({ total: 8, created: 3, failed: 5 });
});

it('a transformation works with a mapping, which says what the columns of the file are', async () => {
  const options = { transform: 'shopify_rows', createMissing: { attributes: true } };
  const { accepted, problems } = await importer.run(shopify, { options, mapping });
  expect(problems).toEqual([]);
  expect(accepted.mapping).toEqual({
    ...{ 'product type': 'type', 'parent product': 'parent', 'variant axes': 'variantAxes' },
    ...{ Color: '__new_axis__:text', Size: '__new_axis__:text', ...mapping },
  });
  expect(await importer.product('trail-shoe')).toMatchObject({ variantAxes: ['Color', 'Size'], description: null });
});

it('a transformation is refused when the file lacks a column that it needs', async () => {
  expect(await importer.refusal('sku,name\nA,A\n', { options: { transform: 'shopify_rows' } })).toEqual({
    'options.transform': 'The transformation needs a column "Handle".',
  });
});

it('settings in the request override the preset', async () => {
  const { problems } = await importer.run(shopify, { options: { createMissing: { categories: true } } });
  const axes = 'variant axes variantAxes: No attribute "Color" exists; createMissing.attributes creates it.';
  expect(problems).toContain(`4 ${axes}`);
  expect(await importer.product('mug-blue')).toMatchObject({ type: 'simple' });
});

it('a dry run reports what a file with families becomes', async () => {
  const { result } = await importer.run(shopify, { options: { dryRun: true } });
  const imported = await importer.run(shopify);
  expect({ ...result, dryRun: false }).toEqual(imported.result);
});

it('an error names the row of the file, and the other rows of its product are saved', async () => {
  const { problems, result } = await importer.run(shopify.replace('1234.5', 'a lot'));
  expect(problems).toEqual(['8 Variant Price price: Must be a number.']);
  expect(counts(result)).toMatchObject({ total: 8, created: 7, failed: 1 });
});

it('relative addresses of images are read when imageBase completes them', async () => {
  const file = toMagentoFile(sampleProducts.slice(0, 1))
    .replace('sku,', 'base_image,sku,')
    .replace('mug-blue,', '/m/u.jpg,mug-blue,');
  const without = await importer.run(file);
  expect(without.problems).toEqual([]);
  expect(without.accepted.unmappedColumns).toContain('base_image');
  const options = { imageBase: 'https://shop.example.com/media' };
  const { accepted } = await importer.run(file, { options });
  expect(accepted.mapping).toMatchObject({ base_image: 'images' });
  expect((await importer.product('mug-blue'))?.images).toMatchObject([
    { url: 'https://shop.example.com/media/m/u.jpg' },
  ]);
});

it('an existing attribute is used for an option with the same name, with its options by label', async () => {
  const options = [{ code: 'r', label: 'Red' }];
  await importer.post('/attributes', { code: 'farbe', label: 'Color', type: 'select', options, usableAsAxis: true });
  const { accepted, problems } = await importer.run(shopify);
  expect(problems).toEqual([]);
  expect(accepted.mapping).toMatchObject({ Color: 'attributes.farbe', Size: '__new_axis__:text' });
  expect(await importer.product('trail-shoe')).toMatchObject({ variantAxes: ['farbe', 'Size'] });
  expect(await importer.product('TS-R-41')).toMatchObject({ attributes: { farbe: 'r', Size: '41' } });
  expect(await importer.product('TS-G-42')).toMatchObject({ attributes: { farbe: 'Green' } });
});

it('a product implied by rows counts as present in the file', async () => {
  const feed = toGoogleRss(sampleProducts);
  expect((await importer.run(feed)).problems).toEqual([]);
  const { result, problems } = await importer.run(feed, { options: { missing: 'archive' } });
  expect(problems).toEqual([]);
  expect(result).toMatchObject({ total: 8, unchanged: 8, archived: 0 });
});

it('columns of a preset in several languages are the texts of these languages', async () => {
  const columns = [
    'name:en',
    'name:de',
    'slug:en',
    'optionGroups:en',
    'optionValues:en',
    'sku',
    'price',
    'taxCategory',
  ];
  const rows = ['Mug,Becher,mug,size,S,MUG-S,5,standard', ',,,,L,MUG-L,6,standard'];
  const { accepted, problems } = await importer.run([columns.join(','), ...rows].join('\n'));
  expect([accepted.detected.preset, problems]).toEqual(['vendure', []]);
  expect(await importer.product('mug')).toMatchObject({ name: 'Mug', translations: { de: { name: 'Becher' } } });
  expect(await importer.product('MUG-L')).toMatchObject({ type: 'variant', price: 6 });
});
