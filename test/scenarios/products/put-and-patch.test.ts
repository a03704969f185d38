import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyRecord, type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;
let count = 0;

beforeAll(async () => {
  app = await sharedApp();
  open = await openWorkspace(app);
  await open.category('mugs');
  await open.category('cups');
  await open.collection('summer');
  await open.collection('sale');
  await open.attribute('color', 'text');
  await open.attribute('depth', 'integer');
  await open.attribute('care', 'text', { localizable: true });
  for (const sku of ['SAUCER', 'TEAPOT']) await open.product(sku);
});

/** A content field: a value as it is sent, another one, both as they are shown, and the field without a value. */
interface Field {
  readonly name: string;
  readonly sent: unknown;
  readonly other: unknown;
  readonly shown?: unknown;
  readonly otherShown?: unknown;
  readonly cleared: unknown;
}

const ref = (code: string) => ({ id: expect.any(String), code });
const noSeo = { title: null, description: null, slug: null };
const image = { url: 'https://example.com/1.jpg', altText: 'Front', role: 'main' };
const dollars = { amount: 6, compareAt: 7, cost: 2 };

/** All but `name`, which only a variant can be without. */
const fields: Field[] = [
  { name: 'description', sent: 'Holds 300 ml.', other: 'Holds 400 ml.', cleared: null },
  { name: 'shortDescription', sent: 'A mug.', other: 'The mug.', cleared: null },
  { name: 'bullets', sent: ['Stoneware', 'Stackable'], other: ['Stackable'], cleared: [] },
  { name: 'tags', sent: ['new', ' blue ', 'new'], shown: ['new', 'blue'], other: ['blue'], cleared: [] },
  { name: 'brand', sent: 'Kiln', other: 'Kiln & Co', cleared: null },
  { name: 'manufacturer', sent: 'Kiln Ltd', other: 'Kiln Inc', cleared: null },
  { name: 'mpn', sent: 'K-300', other: 'K-400', cleared: null },
  { name: 'gtin', sent: '4006381333931', other: '00012345678905', cleared: null },
  { name: 'weight', sent: 320.5, other: 0, cleared: null },
  { name: 'length', sent: 10, other: 10.0001, cleared: null },
  { name: 'width', sent: 9, other: 9.5, cleared: null },
  { name: 'height', sent: 8, other: 8.25, cleared: null },
  { name: 'stock', sent: 12, other: -3, cleared: null },
  { name: 'images', sent: [image], other: [{ url: 'https://example.com/2.jpg' }, image], cleared: [] },
  {
    name: 'prices',
    sent: { EUR: 5, USD: dollars },
    shown: { EUR: { amount: 5 }, USD: dollars },
    other: { USD: { amount: 9 } },
    cleared: {},
  },
  { name: 'category', sent: 'mugs', shown: ref('mugs'), other: 'cups', otherShown: ref('cups'), cleared: null },
  {
    name: 'collections',
    sent: ['summer', 'sale', 'summer'],
    shown: [ref('summer'), ref('sale')],
    other: ['sale'],
    otherShown: [ref('sale')],
    cleared: [],
  },
  { name: 'attributes', sent: { color: 'red' }, other: { color: 'blue' }, cleared: {} },
  { name: 'translations', sent: { de: { name: 'Tasse' } }, other: { de: { name: 'Becher' } }, cleared: {} },
  {
    name: 'seo',
    sent: { title: 'Mug', slug: 'mug' },
    shown: { ...noSeo, title: 'Mug', slug: 'mug' },
    other: { title: 'Cup', slug: 'cup' },
    otherShown: { ...noSeo, title: 'Cup', slug: 'cup' },
    cleared: noSeo,
  },
  { name: 'associations', sent: { upsell: ['TEAPOT'] }, other: { upsell: ['SAUCER'] }, cleared: {} },
];

const everything = Object.fromEntries(fields.map(({ name, sent }) => [name, sent]));
const everythingShown = Object.fromEntries(fields.map(({ name, sent, shown = sent }) => [name, shown]));

async function fullProduct(): Promise<string> {
  const { sku } = await open.product(`FULL-${count++}`, { name: 'Mug', ...everything });
  return `/products/${sku}`;
}

function otherShown({ other, otherShown: shown = other }: Field): unknown {
  return shown;
}

describe('a product created with every field', () => {
  it('is shown with every field', async () => {
    const created = await open.read(await fullProduct());
    expect(created).toMatchObject({ ...everythingShown, name: 'Mug', type: 'simple', status: 'draft', version: 1 });
    expect(created).toMatchObject({ currency: 'EUR', price: 5, parent: null, variantAxes: [] });
  });
});

describe.each(fields)('$name', (field) => {
  const { name } = field;

  it('is set by PATCH, which leaves the other fields alone', async () => {
    const path = await fullProduct();
    const before = await open.read(path);
    const after = await open.patch(path, { [name]: field.other });
    expect(after[name]).toEqual(otherShown(field));
    const touched = [name, 'version', 'updatedAt', 'price', 'completeness', 'completenessDetails'];
    for (const key of Object.keys(before).filter((key) => !touched.includes(key)))
      expect(after[key]).toEqual(before[key]);
    expect(after.version).toBe(2);
  });

  it('is cleared by PATCH with null', async () => {
    expect((await open.patch(await fullProduct(), { [name]: null }))[name]).toEqual(field.cleared);
  });

  it('is cleared by PUT when it is left out, and set when it is sent', async () => {
    const path = await fullProduct();
    const others = Object.fromEntries(Object.entries(everything).filter(([key]) => key !== name));
    expect(await open.put(path, { name: 'Mug', ...others })).toMatchObject({ [name]: field.cleared });
    const replaced = await open.put<AnyRecord>(path, { name: 'Mug', [name]: field.other });
    expect(replaced[name]).toEqual(otherShown(field));
    const cleared = fields.filter((other) => other.name !== name && !(name === 'prices' && other.name === 'price'));
    for (const other of cleared) expect(replaced[other.name], other.name).toEqual(other.cleared);
  });

  it('sent unchanged changes nothing', async () => {
    const path = await fullProduct();
    const before = await open.api.get(path);
    await open.newEvents();
    for (const response of [
      await open.api.patch(path, { [name]: field.sent }),
      await open.api.put(path, { name: 'Mug', ...everything }),
    ]) {
      expect([response.status, response.etag]).toEqual([200, before.etag]);
      expect(response.data).toEqual(before.data);
    }
    expect(await open.newEvents()).toEqual([]);
  });
});

// API behavior 5.1.
describe('PUT', () => {
  it('keeps sku, type, parent, variant axes, status, currency and units when they are left out', async () => {
    await open.attribute('size', 'text', { usableAsAxis: true });
    const units = { weight: 'lb', dimension: 'in' };
    const state = { status: 'approved', currency: 'USD', units };
    await open.product('FAMILY', { type: 'parent', variantAxes: ['size'], ...state });
    await open.product('CHILD', { type: 'variant', parent: 'FAMILY', attributes: { size: 'L' }, ...state });
    const family = await open.put('/products/FAMILY', { name: 'Family' });
    expect(family).toMatchObject({ sku: 'FAMILY', type: 'parent', variantAxes: ['size'], ...state });
    const child = await open.put('/products/CHILD', { attributes: { size: 'L' } });
    expect(child).toMatchObject({ sku: 'CHILD', type: 'variant', parent: { sku: 'FAMILY' }, ...state, name: null });
  });

  it('keeps an omitted unit', async () => {
    await open.product('UNITS', { units: { weight: 'lb', dimension: 'in' } });
    expect(await open.put('/products/UNITS', { name: 'U', units: { weight: 'g' } })).toMatchObject({
      units: { weight: 'g', dimension: 'in' },
    });
  });

  it('needs the name of a product that is not a variant', async () => {
    expectInvalid(await open.api.put(await fullProduct(), { description: 'Nameless.' }), 'name');
  });

  it('creates a product under a SKU that does not exist', async () => {
    const response = await open.api.put('/products/NEW.by_put-1', { name: 'New', sku: 'NEW.by_put-1' });
    expect(response.status).toBe(201);
    expect(response.data).toMatchObject({ sku: 'NEW.by_put-1', version: 1, status: 'draft' });
    expect(response.headers.get('location')).toBe(`/api/v1/products/${response.data.id}`);
    expect((await open.api.get('/products/NEW.by_put-1')).etag).toBe(response.etag);
    expectInvalid(await open.api.put('/products/NEW-2', { name: 'New', sku: 'NEW-3' }), 'sku');
  });

  it('creates nothing under an id, nor under an invalid SKU', async () => {
    for (const reference of ['prd_01k9f2v6m8e5fa1s3tqzc7d4xw', '.hidden', 'a%20b', 'a%2Fb', '%C3%A4']) {
      expect((await open.api.put(`/products/${reference}`, { name: 'X' })).status, reference).toBe(404);
    }
  });
});

// API behavior 5.2, 5.3, 5.4.
describe('PATCH', () => {
  it('merges attributes by code; null removes a value', async () => {
    await open.product('MERGE-A', { attributes: { color: 'red', care: 'Wash.' } });
    const patched = await open.patch('/products/MERGE-A', { attributes: { color: null, depth: 4 } });
    expect(patched.attributes).toEqual({ care: 'Wash.', depth: 4 });
    expect((await open.patch('/products/MERGE-A', { attributes: {} })).version).toBe(2);
    expect((await open.patch('/products/MERGE-A', { attributes: { color: null } })).version).toBe(2);
  });

  it('merges translations by locale and field: an empty text clears a field, null removes a locale', async () => {
    const translations = {
      de: { name: 'Tasse', description: 'Blau.', bullets: ['Steingut'], attributes: { care: 'Spülen.' } },
      fr: { name: 'Tasse' },
    };
    await open.product('MERGE-T', { translations });
    const path = '/products/MERGE-T';
    const patch = async (input: object) => (await open.patch(path, { translations: input })).translations;
    expect(await patch({ de: { name: 'Becher' } })).toEqual({
      ...translations,
      de: { ...translations.de, name: 'Becher' },
    });
    expect(await patch({ de: { name: '', bullets: [], shortDescription: 'Kurz.' } })).toEqual({
      de: { description: 'Blau.', shortDescription: 'Kurz.', attributes: { care: 'Spülen.' } },
      fr: { name: 'Tasse' },
    });
    expect(await patch({ de: { attributes: { care: null }, description: null } })).toEqual({
      de: { shortDescription: 'Kurz.' },
      fr: { name: 'Tasse' },
    });
    expect(await patch({ fr: null })).toEqual({ de: { shortDescription: 'Kurz.' } });
    expect(await patch({ de: { shortDescription: '' } })).toEqual({});
  });

  it('merges seo, units and associations by key', async () => {
    const sent = { seo: { title: 'A', slug: 'a' }, associations: { upsell: ['TEAPOT'], pack: ['SAUCER'] } };
    await open.product('MERGE-K', { ...sent, units: { weight: 'g', dimension: 'mm' } });
    const patch = {
      seo: { slug: null },
      units: { dimension: 'm' },
      associations: { upsell: null, crossSell: ['SAUCER'] },
    };
    expect(await open.patch('/products/MERGE-K', patch)).toMatchObject({
      seo: { title: 'A', description: null, slug: null },
      units: { weight: 'g', dimension: 'm' },
      associations: { pack: ['SAUCER'], crossSell: ['SAUCER'] },
    });
  });

  it('without a field changes nothing', async () => {
    const path = await fullProduct();
    expect((await open.patch(path, {})).version).toBe(1);
  });
});
