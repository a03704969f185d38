import type { Attribute, Product } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';

let fixture: CatalogFixture;
let api: CatalogClient;

beforeAll(async () => {
  fixture = await createCatalogFixture();
  api = await fixture.client();
  const options = [{ code: 'red', labels: { de: 'Rot' } }, { code: 'blue' }, { code: 'green' }];
  const attributes = [
    { code: 'color', type: 'select', options, usableAsAxis: true, filterable: true },
    { code: 'features', type: 'multiselect', options: [{ code: 'zip' }, { code: 'hood' }], filterable: true },
    { code: 'material', type: 'text', localizable: true, filterable: true },
    { code: 'weight', type: 'decimal', filterable: true },
    { code: 'weight_min', type: 'text', filterable: true },
    { code: 'pages', type: 'integer', filterable: true },
    { code: 'waterproof', type: 'boolean', filterable: true },
    { code: 'released', type: 'date', filterable: true },
    { code: 'site', type: 'url', filterable: true },
    { code: 'note', type: 'text' },
  ];
  for (const attribute of attributes) expect((await api.post('/attributes', attribute)).status).toBe(201);
  const long = `https://example.com/${'a'.repeat(400)}`;
  await api.product({ sku: 'A', attributes: { color: 'red', weight: 1.5, waterproof: true, site: long, note: 'x' } });
  await api.product({ sku: 'B', attributes: { color: 'blue', features: ['zip', 'hood'], released: '2026-01-31' } });
  await api.product({ sku: 'C', attributes: { features: ['hood'], weight: -2, pages: 100, waterproof: false } });
  await api.product({
    sku: 'D',
    attributes: { material: 'wool', pages: 7, weight_min: 'light' },
    translations: { de: { attributes: { material: 'Wolle' } } },
  });
  await api.product({ sku: 'E', attributes: { material: 'wool', released: '2025-12-01' } });
  await api.product({ sku: 'F', translations: { de: { attributes: { material: 'Wolle' } } } });
});
afterAll(() => fixture.stop());

async function skus(query: string, client = api): Promise<string[]> {
  const { status, data, text } = await client.get<Product[]>(`/products?sort=sku&${query}`);
  expect(status, text).toBe(200);
  expect(JSON.parse(text).pagination.total).toBe(data.length);
  return data.map(({ sku }) => sku);
}

async function refusal(query: string) {
  const { status, error, text } = await api.get(`/products?${query}`);
  expect(status, text).toBe(422);
  return error.details?.fieldErrors;
}

describe('a list filtered by attributes', () => {
  it.each<[string, string[]]>([
    ['attributes.color=red', ['A']],
    ['attributes.color=red,blue', ['A', 'B']],
    ['attributes.color=red&attributes.color=blue', ['A', 'B']],
    ['attributes.color=unknown', []],
    ['attributes.color=red&attributes.waterproof=true', ['A']],
    ['attributes.color=red&attributes.waterproof=false', []],
    ['attributes.features=hood', ['B', 'C']],
    ['attributes.features=zip,hood', ['B', 'C']],
    ['attributes.weight=1.50', ['A']],
    ['attributes.weight=-2', ['C']],
    ['attributes.weight_max=1', ['C']],
    ['attributes.pages_min=7', ['C', 'D']],
    ['attributes.pages_min=8&attributes.pages_max=100', ['C']],
    ['attributes.released_min=2026-01-01', ['B']],
    ['attributes.released_max=2025-12-01', ['E']],
    ['attributes.released=2026-01-31', ['B']],
    [`attributes.site=https://example.com/${'a'.repeat(400)}`, ['A']],
    [`attributes.site=https://example.com/${'a'.repeat(401)}`, []],
    ['attributes.color=', ['A', 'B', 'C', 'D', 'E', 'F']],
  ])('has for %s the products %j', async (query, found) => {
    expect(await skus(query)).toEqual(found);
  });

  it.each<[string, string[]]>([
    ['attributes.note=__any__', ['A']],
    ['attributes.note=__blank__', ['B', 'C', 'D', 'E', 'F']],
    ['attributes.color=__blank__', ['C', 'D', 'E', 'F']],
    ['attributes.color=red,__blank__', ['A', 'C', 'D', 'E', 'F']],
    ['attributes.color=__any__', ['A', 'B']],
    ['attributes.color=__any__,__blank__', ['A', 'B', 'C', 'D', 'E', 'F']],
    ['attributes.material=__any__', ['D', 'E', 'F']],
    ['attributes.material=__blank__', ['A', 'B', 'C']],
  ])('finds by the presence of any attribute: %s has %j', async (query, found) => {
    expect(await skus(query)).toEqual(found);
  });

  it.each<[string, string[]]>([
    ['attributes.material=wool', ['D', 'E']],
    ['attributes.material=Wolle', []],
    ['attributes.material=Wolle&locale=de', ['D', 'F']],
    ['attributes.material=wool&locale=de', ['E']],
    ['attributes.material=wool&locale=en', ['D', 'E']],
    ['attributes.material=wool&locale=fr', ['D', 'E']],
  ])('compares localizable attributes in the language of the list: %s has %j', async (query, found) => {
    expect(await skus(query)).toEqual(found);
  });

  it('reads a name that ends like a bound as an attribute with that whole code', async () => {
    expect(await skus('attributes.weight_min=light')).toEqual(['D']);
  });

  it('continues where a page ended, only for the same filter', async () => {
    const first = JSON.parse((await api.get('/products?sort=sku&limit=1&attributes.features=hood')).text);
    const cursor = encodeURIComponent(first.pagination.nextCursor);
    const next = await api.get<Product[]>(`/products?sort=sku&attributes.features=hood&cursor=${cursor}`);
    expect(next.data.map(({ sku }) => sku)).toEqual(['C']);
    const other = await api.get(`/products?sort=sku&attributes.features=zip&cursor=${cursor}`);
    expect(other.error.details?.fieldErrors).toHaveProperty('cursor');
  });

  it.each([
    ['attributes.unknown=1', 'attributes.unknown', 'There is no such attribute.'],
    ['attributes.unknown=__any__', 'attributes.unknown', 'There is no such attribute.'],
    ['attributes.note=x', 'attributes.note', 'The attribute is not filterable.'],
    ['attributes.weight=heavy', 'attributes.weight', 'Must be numbers.'],
    ['attributes.weight_max=1,2', 'attributes.weight_max', 'Must be one number.'],
    ['attributes.released=2026-02-30', 'attributes.released', 'Must be dates as YYYY-MM-DD.'],
    ['attributes.released_min=1', 'attributes.released_min', 'Must be one date as YYYY-MM-DD.'],
    ['attributes.waterproof=yes', 'attributes.waterproof', 'Must be true or false.'],
    ['attributes.color_min=1', 'attributes.color_min', 'An attribute of type select has no min.'],
    ['attributes.__proto__=1', 'attributes.__proto__', 'Unknown parameter.'],
    ['attributes.constructor=1', 'attributes.constructor', 'There is no such attribute.'],
    ['attributes=1', 'attributes', 'Unknown parameter.'],
    ['attributes.=1', 'attributes.', 'Unknown parameter.'],
  ])('refuses %s at %s: %s', async (query, field, message) => {
    expect(await refusal(query)).toEqual({ [field]: message });
  });

  it('refuses more filters on attributes than one request may have', async () => {
    const query = (count: number) => Array.from({ length: count }, (_, index) => `attributes.a${index}=1`).join('&');
    expect(await refusal(query(21))).toEqual({ 'attributes.a20': 'At most 20 parameters start with "attributes.".' });
    expect((await api.get(`/products?${query(10_000)}`)).status).toBe(400);
  });

  it('names what is wrong with several parameters together', async () => {
    expect(await refusal('limit=0&colour=red&attributes.=1')).toEqual({
      limit: expect.any(String),
      colour: 'Unknown parameter.',
      'attributes.': 'Unknown parameter.',
    });
  });
});

describe('an attribute', () => {
  const createIn = async (client: CatalogClient, count: number) => {
    await client.post('/attributes', { code: 'size', type: 'integer' });
    const items = Array.from({ length: count }, (_, index) => ({
      ...{ sku: `P-${String(index).padStart(4, '0')}`, name: 'P', attributes: { size: index } },
    }));
    for (let start = 0; start < count; start += 500) {
      expect((await client.post('/products/bulk', { items: items.slice(start, start + 500) })).status).toBe(200);
    }
  };

  it('becomes filterable immediately when few products use it, and can be made not filterable again', async () => {
    const client = await fixture.client();
    await createIn(client, 3);
    const { data } = await client.patch<Attribute>('/attributes/size', { filterable: true });
    expect(data).toMatchObject({ filterable: true, filterProgress: 100 });
    expect(await skus('attributes.size=1', client)).toEqual(['P-0001']);
    expect(await skus('attributes.size_min=1', client)).toEqual(['P-0001', 'P-0002']);
    await client.patch('/products/P-0001', { attributes: { size: 9 } });
    expect(await skus('attributes.size_min=3', client)).toEqual(['P-0001']);
    await client.patch('/products/P-0001', { attributes: { size: null } });
    expect(await skus('attributes.size_min=0', client)).toEqual(['P-0000', 'P-0002']);
    const off = await client.patch<Attribute>('/attributes/size', { filterable: false });
    expect(off.data).toMatchObject({ filterable: false, filterProgress: null });
    expect((await client.get('/products?attributes.size=1')).status).toBe(422);
    await client.patch('/products/P-0000', { attributes: { size: 5 } });
    await client.patch('/attributes/size', { filterable: true });
    expect(await skus('attributes.size_min=0', client)).toEqual(['P-0000', 'P-0002']);
    expect(await skus('attributes.size=5', client)).toEqual(['P-0000']);
  });

  it('is indexed in the background when many products use it, and accepts filters once that is done', async () => {
    const client = await fixture.client();
    await createIn(client, 1_100);
    const before = (await client.get<Product>('/products/P-0000')).headers.get('etag');
    expect((await client.patch<Attribute>('/attributes/size', { filterable: true })).data.filterProgress).toBe(0);
    const early = await client.get('/products?attributes.size=1');
    expect(early.error.details?.fieldErrors).toHaveProperty(['attributes.size'], expect.stringContaining('indexed'));
    expect((await client.get('/products?attributes.size=__any__&limit=1')).status).toBe(200);
    await client.patch('/products/P-1099', { attributes: { size: 5_000 } });
    await fixture.runTask('attributes.index');
    expect((await client.get<Attribute>('/attributes/size')).data.filterProgress).toBe(100);
    expect(await skus('attributes.size=1098,5000', client)).toEqual(['P-1098', 'P-1099']);
    expect(await skus('attributes.size_min=1098', client)).toEqual(['P-1098', 'P-1099']);
    expect((await client.get('/products/P-0000')).headers.get('etag')).toBe(before);
  });

  it('that is deleted ends its indexing', async () => {
    const client = await fixture.client();
    await createIn(client, 600);
    await client.patch('/attributes/size', { filterable: true });
    expect((await client.delete('/attributes/size')).status).toBe(204);
    await fixture.runTask('attributes.index');
    expect((await client.get('/products?attributes.size=1')).status).toBe(422);
  });

  it.each(['textarea', 'richtext'])('of type %s cannot be filterable', async (type) => {
    const refused = await api.post('/attributes', { code: 'story', type, filterable: true });
    expect(refused.error.details?.fieldErrors).toHaveProperty('filterable');
  });

  it('cannot be filterable in addition to fifty others', async () => {
    const client = await fixture.client();
    const create = (code: string) => client.post('/attributes', { code, type: 'text', filterable: true });
    for (let number = 0; number < 50; number += 1) expect((await create(`a${number}`)).status).toBe(201);
    expect((await create('one-more')).error.details?.fieldErrors).toHaveProperty('filterable');
    await client.post('/attributes', { code: 'plain', type: 'text' });
    const refused = await client.patch('/attributes/plain', { filterable: true });
    expect(refused.error.details?.fieldErrors).toHaveProperty('filterable');
  });
});
