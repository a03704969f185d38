import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../../testing/check-plan.ts';
import { csv, readCatalog } from '../../../testing/source-files.ts';
import { targetWorkspace } from '../../../testing/target-workspace.ts';
import { icecat } from './read-icecat.ts';

type Rows = Readonly<Record<string, string>>[];

const attribute = (code: string, type: string, more: Record<string, string> = {}) => ({
  code,
  'label-en_US': code,
  group: 'technical',
  localizable: '0',
  unique: '0',
  sort_order: '1',
  ...more,
  type: `pim_catalog_${type}`,
});

const option = (of: string, code: string, label: string) => ({ attribute: of, code, 'label-en_US': label });

const tables: Record<string, Rows> = {
  attribute_groups: [{ code: 'technical', sort_order: '2', 'label-en_US': 'Technical', 'label-de_DE': 'Technik' }],
  attributes: [
    attribute('sku', 'identifier'),
    attribute('name', 'text'),
    attribute('description', 'textarea', { localizable: '1', wysiwyg_enabled: '1' }),
    attribute('erp_name', 'text', { localizable: '1' }),
    attribute('meta_title', 'text', { localizable: '1' }),
    attribute('ean', 'text', { unique: '1' }),
    attribute('price', 'price_collection'),
    attribute('weight', 'metric', { default_metric_unit: 'KILOGRAM' }),
    attribute('diagonal', 'metric', { default_metric_unit: 'INCH' }),
    attribute('speed', 'number', { decimals_allowed: '0' }),
    attribute('stabilizer', 'boolean'),
    attribute('released', 'date'),
    attribute('picture', 'image'),
    attribute('brand', 'simpleselect'),
    attribute('color', 'simpleselect', { 'label-de_DE': 'Farbe' }),
    attribute('size', 'simpleselect'),
    attribute('functions', 'multiselect'),
    attribute('collection', 'multiselect'),
  ],
  attribute_options: [
    option('brand', 'akeneo', 'Akeneo'),
    option('color', 'blue', 'Blue'),
    option('size', 's', 'S'),
    option('size', 'm', 'M'),
    option('functions', 'scan', 'Scan'),
    option('functions', 'copy', 'Copy'),
    option('collection', 'summer_2017', 'Summer 2017'),
  ],
  categories: [
    { code: 'master', parent: '', 'label-en_US': 'Master', 'label-de_DE': 'Haupt' },
    { code: 'sales', parent: '', 'label-en_US': 'Sales' },
    { code: 'shirts', parent: 'clothes', 'label-en_US': 'Shirts' },
    { code: 'clothes', parent: 'master', 'label-en_US': 'Clothes' },
    { code: 'brands', parent: 'sales', 'label-en_US': 'Brands' },
    { code: 'lexmark', parent: 'brands', 'label-en_US': 'Lexmark' },
  ],
  channels: [{ code: 'ecommerce', tree: 'master' }],
  families: [
    {
      code: 'clothing',
      'label-en_US': 'Clothing',
      attributes: 'sku,name,color,size,ean',
      'requirements-ecommerce': 'sku,name,color',
    },
  ],
  family_variants: [
    { code: 'color_size', family: 'clothing', 'variant-axes_1': 'color', 'variant-axes_2': 'size' },
    { code: 'by_size', family: 'clothing', 'variant-axes_1': 'size', 'variant-axes_2': '' },
  ],
  product_models: [
    { code: 'shirt', family_variant: 'color_size', categories: 'shirts', name: 'Shirt', 'price-EUR': '19' },
    { code: 'shirt_blue', family_variant: 'color_size', parent: 'shirt', color: 'blue', picture: 'files/blue.jpg' },
    { code: 'tee', family_variant: 'by_size', categories: 'shirts', 'erp_name-en_US': 'Tee' },
  ],
};

/** Reads the catalog with these rows in products.csv. */
function read(products: Rows, options: { imageBase?: string } = {}) {
  const all = { ...tables, products };
  const files = Object.entries(all).map(([name, rows]) => [`${name}.csv`, csv(rows, ';')]);
  return readCatalog(icecat, Object.fromEntries(files), options);
}

const shirtS = { sku: 'shirt-s', parent: 'shirt_blue', family: 'clothing', categories: 'shirts', size: 's' };

describe('the definitions of an Icecat catalog', () => {
  it('follow the contract, and so do the products', async () => {
    const { plan } = await read([shirtS, { sku: 'simple', name: 'Simple', categories: 'shirts,lexmark' }]);
    const check = await checkPlan(plan, targetWorkspace);
    expect(check.problems).toEqual([]);
    expect(check.counts).toEqual({ simple: 1, parent: 2, variant: 1 });
  });

  it('carry labels, units and axes, without the attributes that are fields here', async () => {
    const { definitions } = (await read([])).plan;
    const byCode = new Map(definitions.attributes.map((planned) => [planned.code, planned]));
    expect(byCode.get('color')).toMatchObject({
      type: 'select',
      label: 'color',
      labels: { de: 'Farbe' },
      group: 'technical',
      usableAsAxis: true,
      options: [{ code: 'blue', label: 'Blue' }],
    });
    expect(byCode.get('diagonal')).toMatchObject({ type: 'decimal', unit: 'in' });
    expect(byCode.get('speed')).toMatchObject({ type: 'integer' });
    expect(byCode.get('family')).toMatchObject({ type: 'select', options: [{ code: 'clothing', label: 'Clothing' }] });
    for (const field of ['sku', 'name', 'description', 'price', 'weight', 'brand', 'collection']) {
      expect(byCode.has(field)).toBe(false);
    }
  });

  it('put parents before children and the attributes of a family on the categories of its products', async () => {
    const { definitions } = (await read([shirtS])).plan;
    expect(definitions.categories.map((category) => category.code)).toEqual([
      'master',
      'sales',
      'clothes',
      'brands',
      'shirts',
      'lexmark',
    ]);
    expect(definitions.categories[0]).toEqual({
      code: 'master',
      name: 'Master',
      translations: { de: { name: 'Haupt' } },
    });
    expect(definitions.categoryAttributes).toEqual([
      {
        category: 'shirts',
        attributes: [
          { attribute: 'color', required: true },
          { attribute: 'size', required: false },
          { attribute: 'ean', required: false },
        ],
      },
    ]);
  });

  it('make collections of the categories that are not the product’s one and of the attribute collection', async () => {
    const { plan, product } = await read([
      { sku: 'A', name: 'A', categories: 'lexmark,master,shirts', collection: 'summer_2017' },
    ]);
    expect(plan.definitions.collections.map(({ code, name }) => [code, name])).toEqual([
      ['summer_2017', 'Summer 2017'],
      ['lexmark', 'Lexmark'],
    ]);
    expect(product('A')).toMatchObject({
      category: 'shirts',
      collections: ['lexmark', 'summer_2017'],
      brand: 'Lexmark',
    });
  });
});

describe('a variant of two levels', () => {
  it('belongs to the root with the axes of both levels, and its sub-model is merged into it', async () => {
    const { product, about } = await read([shirtS]);
    expect(product('shirt')).toMatchObject({ type: 'parent', variantAxes: ['color', 'size'], prices: { EUR: 19 } });
    expect(product('shirt-s')).toMatchObject({
      type: 'variant',
      parent: 'shirt',
      attributes: { color: 'blue', size: 's', picture: 'files/blue.jpg', family: 'clothing' },
    });
    expect(product('shirt_blue')).toBeUndefined();
    expect(about('shirt_blue')).toEqual([expect.stringMatching(/^folded: /)]);
  });

  it('keeps its own value instead of the sub-model’s and reports that', async () => {
    const { product, about } = await read([{ ...shirtS, picture: 'files/own.jpg' }]);
    expect(product('shirt-s')?.attributes).toMatchObject({ picture: 'files/own.jpg' });
    expect(about('shirt-s')).toContainEqual(expect.stringContaining('its own value'));
  });

  it('finds its model when the parent link differs only in letter case', async () => {
    const { product, findings } = await read([{ ...shirtS, parent: 'Shirt_Blue' }]);
    expect(product('shirt-s')).toMatchObject({ parent: 'shirt' });
    expect(findings).toContainEqual(
      expect.objectContaining({
        outcome: 'adapted',
        reason: expect.stringContaining('differs in letter case'),
        detail: 'Shirt_Blue differs from shirt_blue',
        where: 'products.csv row 1',
      }),
    );
  });

  it('is refused when its parent does not exist', async () => {
    const { product, about, ledger } = await read([{ ...shirtS, parent: 'trousers' }]);
    expect(product('shirt-s')).toBeUndefined();
    expect(about('shirt-s')).toEqual(['refused: the parent does not exist']);
    expect(ledger.rows.get('products.csv')).toBe(1);
  });
});

describe('the cells of a product', () => {
  it('become texts by locale, from the channel ecommerce or another where it has none', async () => {
    const { product, about } = await read([
      {
        sku: 'A',
        name: 'A',
        'description-en_US-print': '<b>Print</b>\\nline',
        'description-en_US-ecommerce': '<b>Shop</b>\nline',
        'description-de_DE-print': 'Druck\\nZeile',
        'description-ja_JP-print': '印刷',
        'erp_name-fr_FR': 'Nom',
        'meta_title-en_US': 'Title',
        'meta_title-de_DE': 'Titel',
      },
    ]);
    expect(product('A')).toMatchObject({
      name: 'A',
      description: '<b>Shop</b>\nline',
      translations: { de: { description: 'Druck\nZeile' }, 'fr-FR': { attributes: { erp_name: 'Nom' } } },
      seo: { title: 'Title' },
    });
    expect(about('A').sort()).toEqual([
      'adapted: a backslash and an n are read as a line break',
      'adapted: the channel ecommerce has no value: that of print is used',
      'adapted: the channel ecommerce has no value: that of print is used',
      'left_out: another channel has a different value',
      'left_out: search engine texts exist in the default language only',
      'left_out: the workspace has no locale for ja_JP',
    ]);
  });

  it('become prices, measures and typed values', async () => {
    const { product, findings } = await read([
      {
        sku: 'A',
        name: 'A',
        enabled: '1',
        'price-EUR': '19.99',
        'price-USD': '21',
        weight: '533',
        'weight-unit': 'GRAM',
        diagonal: '48.26',
        'diagonal-unit': 'CENTIMETER',
        speed: '5',
        stabilizer: '0',
        released: '2012-04-20',
        functions: 'scan,copy,scan',
        brand: 'akeneo',
      },
      { sku: 'B', name: 'B', enabled: '0' },
    ]);
    expect(product('A')).toEqual({
      sku: 'A',
      type: 'simple',
      status: 'approved',
      name: 'A',
      brand: 'Akeneo',
      prices: { EUR: 19.99, USD: 21 },
      weight: 533,
      units: { weight: 'g' },
      attributes: {
        diagonal: 19,
        speed: 5,
        stabilizer: false,
        released: '2012-04-20',
        functions: ['scan', 'copy'],
      },
    });
    expect(product('B')?.status).toBe('draft');
    expect(findings.filter((finding) => finding.subject === 'A')).toEqual([]);
  });

  it('are left out and reported when the API cannot accept them', async () => {
    const { product, about } = await read([
      {
        sku: 'A',
        name: 'A',
        categories: 'nowhere',
        'price-EUR': '1.23456',
        'price-XYZ': '1',
        weight: '5',
        'weight-unit': 'STONE',
        diagonal: '5',
        'diagonal-unit': 'GRAM',
        speed: '1.5',
        stabilizer: 'yes',
        released: '20.04.2012',
        functions: 'scan,fly',
        color: 'mauve',
        collection: 'winter',
        surprise: 'x',
      },
    ]);
    expect(product('A')).toEqual({ sku: 'A', type: 'simple', status: 'approved', name: 'A' });
    expect(about('A').every((reason) => reason.startsWith('left_out: '))).toBe(true);
    expect(about('A')).toHaveLength(12);
  });

  it.each([
    ['4006381333931', '4006381333931', []],
    ['4006381333932', undefined, [expect.stringContaining('wrong check digit')]],
    ['40063813339', undefined, [expect.stringContaining('not have 8, 12, 13 or 14 digits')]],
  ])('the EAN %s becomes the gtin %s and stays an attribute', async (ean, gtin, findings) => {
    const { product, about } = await read([{ sku: 'A', name: 'A', ean }]);
    expect(product('A')?.gtin).toBe(gtin);
    expect(product('A')?.attributes).toMatchObject({ ean });
    expect(about('A')).toEqual(findings);
  });

  it('keep the path of an image, which becomes an image when a base is given', async () => {
    const rows = [{ sku: 'A', name: 'A', picture: 'files/a.jpg' }];
    const without = await read(rows);
    expect(without.product('A')).toMatchObject({ attributes: { picture: 'files/a.jpg' } });
    expect(without.product('A')?.images).toBeUndefined();
    expect(without.about('A')).toEqual([expect.stringMatching(/^adapted: an image path has no address/)]);
    const { product, about } = await read(rows, { imageBase: 'https://cdn.example.com/' });
    expect(product('A')?.images).toEqual([{ url: 'https://cdn.example.com/files/a.jpg', role: 'picture' }]);
    expect(about('A')).toEqual([]);
  });

  it('give a name to a product without one, unless it is a variant', async () => {
    const { product, about } = await read([
      { sku: 'tee-s', parent: 'tee', size: 's' },
      { sku: 'nameless', name: '' },
    ]);
    expect(product('tee')?.name).toBe('Tee');
    expect(about('tee')).toEqual(['adapted: the name is missing: erp_name is used instead']);
    expect(product('tee-s')?.name).toBeUndefined();
    expect(product('nameless')?.name).toBe('nameless');
  });

  it('are refused with a SKU the API does not accept', async () => {
    const { products, about } = await read([{ sku: 'a b', name: 'A' }]);
    expect(products.map((product) => product.sku)).toEqual(['shirt', 'tee']);
    expect(about('a b')).toEqual(['refused: the SKU has characters the API does not accept']);
  });

  it('name associated products, which are sent once all products exist', async () => {
    const { products, ledger } = await read([
      { sku: 'A', name: 'A', 'UPSELL-products': 'B', 'X_SELL-products': 'B,C' },
      { sku: 'B', name: 'B' },
    ]);
    expect(products.map((product) => product.sku)).toEqual(['shirt', 'tee', 'A', 'B', 'A']);
    expect(products.at(-1)).toEqual({
      sku: 'A',
      type: 'simple',
      associations: { upsell: ['B'], crossSell: ['B', 'C'] },
    });
    expect(ledger.rows.get('associations of products.csv')).toBe(1);
  });
});
