import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../../testing/check-plan.ts';
import { csv, readCatalog } from '../../../testing/source-files.ts';
import { targetWorkspace } from '../../../testing/target-workspace.ts';
import { membersOf, parsePacked, parseVariations } from './packed-cells.ts';
import { magento } from './read-magento.ts';

const tops = 'Default Category/Men/Tops/Hoodies & Sweatshirts';

const variant = (sku: string, size: string, more: Record<string, string> = {}) => ({
  sku,
  product_type: 'simple',
  categories: `${tops},Default Category/Collections/Eco Friendly,Default Category`,
  name: `Hoodie&trade;-${size}`,
  description: '<p>Warm.</p>\n<p>&bull; Dry</p>',
  product_online: '1',
  price: '52',
  weight: '1',
  qty: '100',
  url_key: sku.toLowerCase(),
  visibility: 'Not Visible Individually',
  base_image: '/m/h/main.jpg',
  small_image: '/m/h/main.jpg',
  additional_images: '/m/h/alt.jpg,/m/h/back.jpg',
  additional_attributes: `has_options=0,size=${size},color=Black`,
  ...more,
});

const parent = {
  sku: 'MH01',
  product_type: 'configurable',
  categories: tops,
  name: 'Hoodie',
  product_online: '1',
  qty: '0',
  additional_attributes: 'has_options=1,material=Fleece|Cocona&reg;,eco=Yes,style=Hoodie',
  configurable_variations: 'sku=MH01-XS,size=XS,color=Black|sku=MH01-S,size=S,color=Black',
};

const rows = [variant('MH01-XS', 'XS'), variant('MH01-S', 'S'), parent];

const read = (
  table: Readonly<Record<string, string>>[] = rows,
  options: { imageBase?: string; currency?: string } = {},
) => readCatalog(magento, { 'products.csv': csv(table) }, options);

describe('a Magento export', () => {
  it('follows the contract', async () => {
    const check = await checkPlan((await read()).plan, targetWorkspace);
    expect(check.problems).toEqual([]);
    expect(check.counts).toEqual({ simple: 0, parent: 1, variant: 2 });
  });

  it('has parents before the variants their cells name', async () => {
    const { products, product } = await read();
    expect(products.map(({ sku }) => sku)).toEqual(['MH01', 'MH01-XS', 'MH01-S']);
    expect(product('MH01')).toMatchObject({ type: 'parent', variantAxes: ['size', 'color'] });
    expect(product('MH01-S')).toMatchObject({
      type: 'variant',
      parent: 'MH01',
      attributes: { size: 's', color: 'black' },
    });
  });

  it('makes a tree of category paths: the first is the category, others are collections', async () => {
    const { plan, product } = await read();
    expect(plan.definitions.categories).toEqual([
      { code: 'default-category', name: 'Default Category' },
      { code: 'men', name: 'Men', parent: 'default-category' },
      { code: 'men-tops', name: 'Tops', parent: 'men' },
      { code: 'men-tops-hoodies-sweatshirts', name: 'Hoodies & Sweatshirts', parent: 'men-tops' },
      { code: 'collections', name: 'Collections', parent: 'default-category' },
      { code: 'collections-eco-friendly', name: 'Eco Friendly', parent: 'collections' },
    ]);
    expect(plan.definitions.collections).toEqual([
      { code: 'collections-eco-friendly', name: 'Collections / Eco Friendly' },
    ]);
    expect(product('MH01-XS')).toMatchObject({
      category: 'men-tops-hoodies-sweatshirts',
      collections: ['collections-eco-friendly'],
    });
  });

  it('infers its packed attributes from their values', async () => {
    const { plan, product } = await read();
    const types = plan.definitions.attributes.map(({ code, type, usableAsAxis }) => [
      code,
      type,
      usableAsAxis ?? false,
    ]);
    expect(Object.fromEntries(types.map(([code, type]) => [code, type]))).toEqual({
      size: 'select',
      color: 'select',
      material: 'multiselect',
      eco: 'boolean',
      style: 'select',
      visibility: 'select',
      image_paths: 'textarea',
    });
    expect(types.filter(([, , isAxis]) => isAxis).map(([code]) => code)).toEqual(['size', 'color']);
    expect(product('MH01')?.attributes).toMatchObject({ material: ['fleece', 'cocona'], eco: true });
    expect(plan.definitions.attributes.find(({ code }) => code === 'material')?.options).toEqual([
      { code: 'fleece', label: 'Fleece' },
      { code: 'cocona', label: 'Cocona®' },
    ]);
  });

  it('decodes entities in plain text and leaves HTML as it is', async () => {
    expect((await read()).product('MH01-XS')).toMatchObject({
      name: 'Hoodie™-XS',
      description: '<p>Warm.</p>\n<p>&bull; Dry</p>',
    });
  });

  it('gives prices the requested currency, variants their stock, and parents no stock', async () => {
    const { product } = await read(rows, { currency: 'USD' });
    expect(product('MH01-XS')).toMatchObject({
      prices: { USD: 52 },
      weight: 1,
      stock: 100,
      status: 'approved',
      seo: { slug: 'mh01-xs' },
    });
    expect(product('MH01')?.stock).toBeUndefined();
  });

  it('keeps image paths, and makes images of them when a base is given', async () => {
    const paths = '/m/h/main.jpg,/m/h/alt.jpg,/m/h/back.jpg';
    const { product, about } = await read();
    expect(product('MH01-XS')).toMatchObject({ attributes: { image_paths: paths } });
    expect(about('MH01-XS')).toEqual([expect.stringMatching(/^adapted: image paths have no address/)]);
    const based = await read(rows, { imageBase: 'https://cdn.example.com' });
    expect(based.product('MH01-XS')?.images?.map(({ url, role }) => [url, role])).toEqual([
      ['https://cdn.example.com/m/h/main.jpg', 'main'],
      ['https://cdn.example.com/m/h/alt.jpg', 'detail'],
      ['https://cdn.example.com/m/h/back.jpg', 'detail'],
    ]);
  });

  it('reports every filled column that cannot be loaded, with its number of rows', async () => {
    const { findings } = await read([...rows, variant('X', 'XS', { tax_rule: '7', is_in_stock: '1' })]);
    expect(
      findings.filter(({ outcome }) => outcome === 'left_out').map(({ subject, detail }) => [subject, detail]),
    ).toEqual([
      ['tax_rule', '1 rows, such as 7'],
      ['is_in_stock', '1 rows, such as 1'],
    ]);
  });

  it('reports variants without a row, variants of two parents and differing axis values', async () => {
    const second = { ...parent, sku: 'MH02', configurable_variations: 'sku=MH01-S,size=S,color=Black' };
    const { about, product } = await read([
      variant('MH01-S', 'S', { additional_attributes: 'size=S,color=Gray' }),
      parent,
      second,
    ]);
    expect(about('MH01-XS')).toEqual(['left_out: a parent names a variant that has no row']);
    expect(about('MH01-S')).toEqual([
      'adapted: two parents name a variant: it belongs to the first',
      expect.stringContaining('image paths'),
      'adapted: a variant and its parent name different axis values: the parent’s is used',
    ]);
    expect(product('MH01-S')?.attributes).toMatchObject({ color: 'black' });
  });

  it('refuses rows that are not products', async () => {
    const { products, about } = await read([
      variant('a/b', 'S'),
      variant('MH09', 'S', { store_view_code: 'german' }),
      variant('MH10', 'S', { price: 'free', qty: '1.5' }),
    ]);
    expect(products.map(({ sku }) => sku)).toEqual(['MH10']);
    expect(about('a/b')[0]).toMatch(/^refused: the SKU/);
    expect(about('MH09')).toEqual(['refused: texts of a store view are not loaded']);
    expect(about('MH10').slice(0, 2)).toEqual([
      'left_out: the price is not a number the API accepts',
      'left_out: the qty is not a number the API accepts',
    ]);
  });
});

describe('a packed cell', () => {
  it('contains values by code; a comma without an equals sign belongs to the value', () => {
    expect([...parsePacked('a=1,b=x, y,c=p=q')]).toEqual([
      ['a', '1'],
      ['b', 'x,y'],
      ['c', 'p=q'],
    ]);
    expect([...parsePacked('')]).toEqual([]);
  });

  it('names variants with their axis values', () => {
    const [first] = parseVariations('sku=A-S,size=S|size=M');
    expect(first).toEqual({ sku: 'A-S', axes: new Map([['size', 'S']]) });
    expect(parseVariations('sku=A-S,size=S|size=M')).toHaveLength(1);
  });

  it('lists items without duplicates', () => expect(membersOf('Warm| Cold |Warm|')).toEqual(['Warm', 'Cold']));
});
