import { beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
  open = await openWorkspace(app);
  await open.product('THING');
});

const url = 'https://example.com/1.jpg';
const text = (length: number) => 'x'.repeat(length);
const list = (length: number, item: (index: number) => unknown) => Array.from({ length }, (_, index) => item(index));

/** Values at the edge of what a field takes. */
const accepted: [field: string, value: unknown][] = [
  ['name', text(500)],
  ['description', text(65_535)],
  ['shortDescription', text(2_000)],
  ['bullets', list(20, () => text(500))],
  ['tags', list(100, (index) => String(index).padStart(100, 'x'))],
  ['brand', text(200)],
  ['manufacturer', text(200)],
  ['mpn', text(70)],
  ['gtin', '96385074'],
  ['gtin', '036000291452'],
  ['gtin', '4006381333931'],
  ['gtin', '10614141000415'],
  ['price', 0],
  ['price', 99_999_999_999],
  ['price', 0.0001],
  ['prices', { EUR: 1.5, USD: { amount: 200, compareAt: 250, cost: 100 } }],
  ['weight', 0.0001],
  ['stock', -2_147_483_648],
  ['images', list(50, (index) => ({ url: `${url}?${index}` }))],
  ['images', [{ url, altText: text(500), role: text(50) }]],
  ['images', [{ url }, { url }]],
  ['translations', { de: { name: text(500), description: text(65_535), bullets: list(20, () => 'x') } }],
  ['seo', { title: text(500), description: text(2_000), slug: text(200) }],
];

/** Values just beyond it, and of a wrong form, with the path of the problem. */
const refused: [path: string, input: object][] = [
  ['sku', { sku: '-A' }],
  ['sku', { sku: 'A B' }],
  ['sku', { sku: 'A/B' }],
  ['sku', { sku: 'Ä' }],
  ['sku', { sku: '' }],
  ['sku', { sku: text(129) }],
  ['sku', { sku: null }],
  ['type', { type: 'bundle' }],
  ['status', { status: 'sold' }],
  ['name', { name: text(501) }],
  ['name', { name: '' }],
  ['name', { name: '  ' }],
  ['name', { name: 7 }],
  ['name', { name: null }],
  ['type', { type: null }],
  ['status', { status: null }],
  ['variantAxes', { variantAxes: null }],
  ['currency', { currency: null }],
  ['units', { units: null }],
  ['description', { description: text(65_536) }],
  ['shortDescription', { shortDescription: text(2_001) }],
  ['bullets', { bullets: list(21, () => 'x') }],
  ['bullets.1', { bullets: ['x', text(501)] }],
  ['tags', { tags: list(101, String) }],
  ['tags.0', { tags: [text(101)] }],
  ['brand', { brand: text(201) }],
  ['manufacturer', { manufacturer: text(201) }],
  ['mpn', { mpn: text(71) }],
  ['gtin', { gtin: '4006381333930' }],
  ['gtin', { gtin: '400638133393' }],
  ['gtin', { gtin: '12345' }],
  ['gtin', { gtin: 4006381333931 }],
  ['category', { category: 'unknown' }],
  ['collections.1', { collections: ['known', 'unknown'] }],
  ['currency', { currency: 'XXY' }],
  ['currency', { currency: 'eur' }],
  ['currency', { currency: 'CHF' }],
  ['price', { price: -1 }],
  ['price', { price: 1.00001 }],
  ['price', { price: 100_000_000_000 }],
  ['price', { price: '9.99' }],
  ['prices.EUR', { prices: { EUR: -1 } }],
  ['prices.EUR.compareAt', { prices: { EUR: { amount: 1, compareAt: 0.00001 } } }],
  ['prices.EUR.amount', { prices: { EUR: { cost: 1 } } }],
  ['prices.EUR.margin', { prices: { EUR: { amount: 1, margin: 1 } } }],
  ['prices.EURO', { prices: { EURO: 1 } }],
  ['prices.CHF', { prices: { EUR: 1, CHF: { amount: 1 } } }],
  ['price', { price: 3, prices: { EUR: 4 } }],
  ['units.weight', { units: { weight: 'stone' } }],
  ['units.volume', { units: { volume: 'l' } }],
  ['weight', { weight: -1 }],
  ['height', { height: 'tall' }],
  ['stock', { stock: 1.5 }],
  ['images', { images: list(51, () => ({ url })) }],
  ['images.0.url', { images: [{ url: 'http://example.com/1.jpg' }] }],
  ['images.1.url', { images: [{ url }, { url: '/1.jpg' }] }],
  ['images.0.url', { images: [{ url: 'javascript:alert(1)' }] }],
  ['images.0.url', { images: [{}] }],
  ['images.0.size', { images: [{ url, size: 3 }] }],
  ['images.0.altText', { images: [{ url, altText: text(501) }] }],
  ['attributes.shine', { attributes: { shine: 'high' } }],
  ['translations.es', { translations: { es: { name: 'Taza' } } }],
  ['translations.deutsch', { translations: { deutsch: { name: 'Tasse' } } }],
  ['translations.de.name', { translations: { de: { name: text(501) } } }],
  ['translations.de.title', { translations: { de: { title: 'Tasse' } } }],
  ['translations.de.attributes.shine', { translations: { de: { attributes: { shine: 'hoch' } } } }],
  ['seo.keywords', { seo: { keywords: 'mug' } }],
  ['seo.title', { seo: { title: text(501) } }],
  ['associations.upsell.0', { associations: { upsell: ['UNKNOWN'] } }],
  ['associations.rival', { associations: { rival: ['THING'] } }],
  ['colour', { colour: 'red' }],
  ['version', { version: 3 }],
  ['completeness', { completeness: 100 }],
  ['createdAt', { createdAt: '2026-01-31T09:30:00.000Z' }],
];

describe('a product accepts', () => {
  it.each(accepted)('%s %j', async (field, value) => {
    expect(await open.patch('/products/THING', { [field]: value })).toHaveProperty(field);
  });
});

describe('a product refuses', () => {
  beforeAll(() => open.collection('known'));

  it.each(refused)('at %s the input %j, the same way in POST, PUT and PATCH', async (path, input) => {
    const body = { name: 'Thing', ...input };
    expectInvalid(await open.api.post('/products', { sku: 'OTHER', ...body }), path);
    expectInvalid(await open.api.patch('/products/THING', body), path);
    expectInvalid(await open.api.put('/products/THING', body), path);
  });

  it('all problems at once', async () => {
    const body = { sku: 'X', name: 7, gtin: '1', images: [{ url: 'x' }], prices: { EUR: -1 }, shiny: true };
    expectInvalid(await open.api.post('/products', body), 'name', 'gtin', 'images.0.url', 'prices.EUR', 'shiny');
    const rules = {
      sku: 'X',
      name: ' ',
      category: 'none',
      status: 'archived',
      prices: { CHF: 1 },
      attributes: { none: 1 },
    };
    expectInvalid(
      await open.api.post('/products', rules),
      'name',
      'category',
      'status',
      'prices.CHF',
      'attributes.none',
    );
  });

  it('a body that is not an object, at _root', async () => {
    for (const body of [[], 'text', 7, null]) {
      expectInvalid(await open.api.post('/products', JSON.stringify(body)), '_root');
    }
    expectInvalid(await open.api.post('/products', {}), 'sku');
    expectInvalid(await open.api.post('/products', { sku: 'NAMELESS' }), 'name');
  });
});

// API behavior 1.3, 4.1.
describe('a SKU', () => {
  it('is unique in its workspace and compared exactly', async () => {
    await open.product('Abc');
    expectError(await open.api.post('/products', { sku: 'Abc', name: 'Again' }), 'conflict');
    await open.product('abc');
    expect((await open.read('/products/ABC').catch(String)).toString()).toContain('404');
    const other = await openWorkspace(app);
    await other.product('Abc');
  });

  it('may have any of its characters', async () => {
    const skus = ['0', 'a.b_c-d', '9...', `A${'_'.repeat(127)}`];
    for (const sku of skus) {
      const { id } = await open.product(sku);
      expect((await open.read(`/products/${sku}`)).id).toBe(id);
    }
  });

  it('changes by PATCH and PUT, unless it is taken', async () => {
    const { id } = await open.product('BEFORE');
    expect(await open.patch('/products/BEFORE', { sku: 'AFTER' })).toMatchObject({ id, sku: 'AFTER', version: 2 });
    expect((await open.api.get('/products/BEFORE')).status).toBe(404);
    expectError(await open.api.patch('/products/AFTER', { sku: 'THING' }), 'conflict');
    expectError(await open.api.put('/products/AFTER', { sku: 'THING', name: 'After' }), 'conflict');
    expect(await open.put(`/products/${id}`, { sku: 'BEFORE', name: 'After' })).toMatchObject({ id, sku: 'BEFORE' });
  });

  it('that looks like an id names its product only if no id matches', async () => {
    const first = await open.product('FIRST');
    const second = await open.product(first.id);
    expect((await open.read(`/products/${first.id}`)).sku).toBe('FIRST');
    const items = [{ sku: first.id, name: 'By bulk' }];
    await open.api.post('/products/bulk', { items });
    expect((await open.read(`/products/${second.id}`)).name).toBe('By bulk');
    await open.remove('/products/FIRST');
    expect((await open.read(`/products/${first.id}`)).id).toBe(second.id);
  });
});

// Each test goes on from the one before.
// API behavior 4.10.
describe('price', { shuffle: false }, () => {
  it('is the amount in the currency of the product', async () => {
    await open.product('PRICED', { price: 10 });
    const shown = async (input: object) => {
      const { price, prices, currency } = await open.patch('/products/PRICED', input);
      return [currency, price, prices];
    };
    expect(await shown({})).toEqual(['EUR', 10, { EUR: { amount: 10 } }]);
    expect(await shown({ prices: { EUR: { amount: 9, compareAt: 12, cost: 4 }, USD: 11 } })).toEqual([
      'EUR',
      9,
      { EUR: { amount: 9, compareAt: 12, cost: 4 }, USD: { amount: 11 } },
    ]);
    expect((await shown({ price: 8.5 }))[2]).toMatchObject({ EUR: { amount: 8.5, compareAt: 12, cost: 4 }, USD: {} });
    expect((await shown({ currency: 'USD' })).slice(0, 2)).toEqual(['USD', 11]);
    expect((await shown({ prices: { EUR: 8 } })).slice(0, 2)).toEqual(['USD', null]);
    expect((await shown({ price: 7 }))[2]).toEqual({ EUR: { amount: 8 }, USD: { amount: 7 } });
    expect((await shown({ price: null })).slice(1)).toEqual([null, { EUR: { amount: 8 } }]);
    expect((await shown({ currency: 'EUR', prices: { EUR: 3 }, price: 3 })).slice(1)).toEqual([
      3,
      { EUR: { amount: 3 } },
    ]);
  });

  it('is stored exactly', async () => {
    const amounts = [0.1, 0.07, 1.005, 19.99, 4.35, 123_456_789.1234, 99_999_999_998.9999];
    for (const price of amounts) expect((await open.patch('/products/PRICED', { price })).price).toBe(price);
    const [row] = await app.query<{ price: string }>('select price::text from product where sku = $1', ['PRICED']);
    expect(row).toEqual({ price: '99999999998.9999' });
  });

  it('of a new product is in the default currency of the workspace unless it names one', async () => {
    const francs = await openWorkspace(app, { currencies: ['CHF', 'EUR'] });
    expect(await francs.product('A', { price: 5 })).toMatchObject({ currency: 'CHF', prices: { CHF: { amount: 5 } } });
    expect(await francs.product('B', { price: 5, currency: 'EUR' })).toMatchObject({ prices: { EUR: { amount: 5 } } });
  });
});

// API behavior 4.8.
describe('text', () => {
  beforeAll(async () => {
    await open.attribute('fabric', 'text', { unique: true });
    await open.attribute('care', 'textarea', { localizable: true });
    await open.attribute('story', 'richtext');
  });

  it('is trimmed, except formatted text', async () => {
    const padded = '\ufeff\t Apple\u00a0\n';
    const plain = { name: padded, brand: padded, manufacturer: padded, mpn: padded };
    const product = await open.product('PADDED', {
      ...plain,
      description: padded,
      shortDescription: padded,
      tags: [padded, 'Apple', ' '],
      bullets: [padded, '\u3000', 'Pear'],
      seo: { title: padded },
      images: [{ url, altText: padded, role: ' main ' }],
      attributes: { fabric: padded, care: padded, story: padded },
      translations: { de: { name: padded, bullets: [padded], attributes: { care: padded } } },
    });
    expect(product).toMatchObject({
      ...{ name: 'Apple', brand: 'Apple', manufacturer: 'Apple', mpn: 'Apple', tags: ['Apple'] },
      ...{ description: padded, shortDescription: padded, bullets: ['Apple', 'Pear'], seo: { title: 'Apple' } },
      images: [{ url, altText: 'Apple', role: 'main' }],
      attributes: { fabric: 'Apple', care: 'Apple', story: padded },
      translations: { de: { name: 'Apple', bullets: ['Apple'], attributes: { care: 'Apple' } } },
    });
    expect(await open.skus('brand=Apple&tag=Apple')).toEqual(['PADDED']);
    expect(await open.skus(`brand=${encodeURIComponent(padded)}`)).toEqual(['PADDED']);
    expect((await open.patch('/products/PADDED', { ...plain, attributes: { fabric: ' Apple' } })).version).toBe(1);
    expectInvalid(
      await open.api.post('/products', { sku: 'TWIN', name: 'T', attributes: { fabric: ' Apple ' } }),
      'attributes.fabric',
    );
  });

  it('that is blank becomes null', async () => {
    const blank = ' \u00a0\n';
    const fields = ['description', 'shortDescription', 'brand', 'manufacturer', 'mpn'];
    const all = (value: string | null) => Object.fromEntries(fields.map((field) => [field, value]));
    await open.product('BLANK', {
      ...all('x'),
      attributes: { fabric: 'silk', story: 'x' },
      translations: { de: { name: 'x', description: 'x' } },
    });
    const patched = await open.patch('/products/BLANK', {
      ...all(blank),
      attributes: { fabric: blank, story: blank },
      translations: { de: { name: blank, description: blank } },
      images: [{ url, altText: blank }],
    });
    expect(patched).toMatchObject({ ...all(null), attributes: {}, translations: {}, images: [{ url }] });
    expect(patched.images).toEqual([{ url }]);
    for (const name of [blank, '']) {
      expectInvalid(await open.api.post('/products', { sku: 'UNNAMED', name }), 'name');
      expectInvalid(await open.api.patch('/products/BLANK', { name }), 'name');
    }
  });

  it('differs for an idempotency key even if only the white space differs', async () => {
    const headers = { 'idempotency-key': 'white-space' };
    expect((await open.api.post('/products', { sku: 'KEYED', name: 'K' }, headers)).status).toBe(201);
    expectError(await open.api.post('/products', { sku: 'KEYED', name: ' K' }, headers), 'idempotency_key_reused');
  });
});

// API behavior 4.9.
describe('a currency that the workspace no longer has', () => {
  it('is kept by changes of other fields, and refused where it is set', async () => {
    const { workspace, product } = await openWorkspace(app, { currencies: ['EUR', 'CHF'] });
    await product('OLD', { currency: 'CHF', prices: { EUR: 4, CHF: 5 } });
    await app.query(`update workspace set currencies = '{EUR}' where id = $1`, [workspace.id]);
    const api = app.api((await app.createKey(workspace)).key);
    const patch = (input: object) => api.patch('/products/OLD', input);
    const kept = { currency: 'CHF', price: 5, prices: { EUR: { amount: 4 }, CHF: { amount: 5 } } };
    expect((await patch({ stock: 3 })).data).toMatchObject({ ...kept, stock: 3 });
    expectInvalid(await patch({ price: 6 }), 'price');
    expectInvalid(await patch({ prices: { CHF: 6 } }), 'prices.CHF');
    const items = [
      { sku: 'OLD', stock: 4 },
      { sku: 'NEW', name: 'New', prices: { CHF: 1 } },
    ];
    expect((await api.post('/products/bulk', { items })).data.results).toMatchObject([
      { status: 'updated' },
      { status: 'failed', error: { fieldErrors: { 'prices.CHF': 'Must be one of the workspace’s currencies: EUR.' } } },
    ]);
    expect((await patch({ price: null })).data).toMatchObject({ price: null, prices: { EUR: { amount: 4 } } });
  });
});

describe('a number', () => {
  it('is the same however it is written', async () => {
    await open.product('NUMBERED', { price: 0, weight: 0, stock: 100 });
    const written = '{"price":-0,"weight":0.00,"stock":1e2}';
    expect((await open.patch('/products/NUMBERED', JSON.parse(written))).version).toBe(1);
    const response = await open.api.patch('/products/NUMBERED', written);
    expect([response.data.version, response.data.price]).toEqual([1, 0]);
    expect(response.text).not.toContain('-0');
  });
});

describe('units', () => {
  it('are kilograms and centimetres unless others are named', async () => {
    expect(await open.product('PLAIN')).toMatchObject({ units: { weight: 'kg', dimension: 'cm' } });
    for (const weight of ['g', 'kg', 'oz', 'lb']) await open.patch('/products/PLAIN', { units: { weight } });
    for (const dimension of ['mm', 'cm', 'm', 'in']) await open.patch('/products/PLAIN', { units: { dimension } });
    expect(await open.read('/products/PLAIN')).toMatchObject({ units: { weight: 'lb', dimension: 'in' }, version: 9 });
  });
});

describe('category and collections', () => {
  it('are named by id or code', async () => {
    const category = await open.category('named');
    const collection = await open.collection('named');
    for (const [index, [one, other]] of [
      [category.id, collection.id],
      ['named', 'named'],
    ].entries()) {
      const product = await open.product(`NAMED-${index}`, { category: one, collections: [other] });
      expect(product).toMatchObject({
        category: { id: category.id, code: 'named' },
        collections: [{ id: collection.id, code: 'named' }],
      });
    }
  });

  it('whose code is the id of another are found by the id', async () => {
    const first = await open.category('first');
    await open.category(first.id);
    expect(await open.product('BY-ID', { category: first.id })).toMatchObject({ category: { code: 'first' } });
  });
});

describe('timestamps', () => {
  it('are ISO 8601 in UTC with milliseconds', async () => {
    const { createdAt, updatedAt } = await open.product('TIMED');
    const now = Date.now();
    for (const time of [createdAt, updatedAt].map(String)) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Math.abs(Date.parse(time) - now)).toBeLessThan(60_000);
    }
    expect(updatedAt).toBe(createdAt);
  });
});
