import type { Facet, Product } from '@product-content/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';
import { countStatements } from '#testing/index.ts';

let fixture: CatalogFixture;
let api: CatalogClient;

const colors = ['red', 'blue', 'green'];
const brands = ['Acme', 'Kiln', undefined];

beforeAll(async () => {
  fixture = await createCatalogFixture();
  api = await fixture.client();
  const options = colors.map((code) => ({ code, label: code.toUpperCase(), labels: { de: `${code}-de` } }));
  await api.post('/attributes', { code: 'color', label: 'Colour', type: 'select', options, filterable: true });
  await api.post('/attributes', { code: 'weight', type: 'decimal', filterable: true });
  await api.post('/attributes', { code: 'material', type: 'text', localizable: true, filterable: true });
  await api.post('/attributes', { code: 'note', type: 'text' });
  await api.post('/categories', { code: 'mugs', name: 'Mugs' });
  await api.post('/categories', { code: 'cups', name: 'Cups', parent: 'mugs' });
  const items = Array.from({ length: 60 }, (_, n) => ({
    sku: `P-${n}`,
    name: `Product ${n}`,
    brand: brands[n % 3],
    category: n % 4 === 0 ? 'mugs' : n % 4 === 1 ? 'cups' : undefined,
    status: n % 5 === 0 ? 'approved' : 'draft',
    tags: [`t${n % 2}`, ...(n % 7 === 0 ? ['rare'] : [])],
    attributes: {
      ...(n % 4 !== 3 && { color: colors[n % 3] }),
      ...(n % 2 === 0 && { weight: n % 6 }),
      ...(n % 3 === 0 && { material: 'wool', note: 'x' }),
    },
    ...(n % 6 === 0 && { translations: { de: { attributes: { material: 'Wolle' } } } }),
  }));
  expect((await api.post('/products/bulk', { items })).status).toBe(200);
});
afterAll(() => fixture.stop());

async function facets(query = ''): Promise<Facet[]> {
  const { status, data, text } = await api.get<Facet[]>(`/product-facets?${query}`);
  expect(status, text).toBe(200);
  return data;
}

async function total(query: string): Promise<number> {
  const { text } = await api.get<Product[]>(`/products?limit=1&${query}`);
  return JSON.parse(text).pagination.total;
}

describe('facets', () => {
  it('are of brand, category, status, tag and each filterable attribute, with labels', async () => {
    const all = await facets();
    expect(all.map(({ name }) => name)).toEqual([
      ...['brand', 'category', 'status', 'tag', 'attributes.color', 'attributes.weight', 'attributes.material'],
    ]);
    expect(all.every(({ approximate }) => !approximate)).toBe(true);
    const color = all.find(({ name }) => name === 'attributes.color');
    expect(color?.label).toBe('Colour');
    expect(color?.values).toContainEqual({ value: 'red', label: 'RED', count: 15 });
  });

  it('count exactly the products that a list with the same filters and the value has', async () => {
    const filters = [
      'brand=Acme',
      'category=mugs',
      'include_subcategories=false',
      'status=draft',
      'tag=t1',
      'attributes.color=red,blue',
      'attributes.weight_min=2',
      'attributes.weight=__any__',
      'attributes.material=wool',
      'attributes.note=__blank__',
      'locale=de',
      'q=product',
    ];
    await fc.assert(
      fc.asyncProperty(fc.subarray(filters), async (chosen) => {
        for (const { name, values } of await facets(chosen.join('&'))) {
          const isOwn = (filter: string) =>
            filter.startsWith(`${name}=`) || filter.startsWith(`${name}_min=`) || filter.startsWith(`${name}_max=`);
          const others = chosen.filter((filter) => !isOwn(filter));
          for (const { value, count } of values) {
            const query = [...others, `${name}=${encodeURIComponent(value)}`].join('&');
            expect([query, await total(query)]).toEqual([query, count]);
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  it('show the values most products have first, and of one count in the order of the values', async () => {
    for (const { values } of await facets()) {
      const inOrder = values.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
      expect(values).toEqual(inOrder);
    }
  });

  it('count values of localizable attributes in the language asked for, and name options in it', async () => {
    const [color, material] = await facets('locale=de&facets=attributes.color,attributes.material');
    expect(color?.values[0]?.label).toMatch(/-de$/);
    expect(material?.values).toEqual([
      { value: 'Wolle', label: 'Wolle', count: 10 },
      { value: 'wool', label: 'wool', count: 10 },
    ]);
  });

  it('are those asked for, and refused when they are not of a filterable attribute', async () => {
    expect((await facets('facets=tag,attributes.weight')).map(({ name }) => name)).toEqual([
      'tag',
      'attributes.weight',
    ]);
    for (const name of ['name', 'attributes.note', 'attributes.unknown', '__proto__']) {
      const { error } = await api.get(`/product-facets?facets=${name}`);
      expect(error.details?.fieldErrors).toHaveProperty('facets');
    }
    const { error } = await api.get('/product-facets?attributes.unknown=1&locale=xx');
    expect(error.details?.fieldErrors).toBeDefined();
  });

  it('have no values where no product can match', async () => {
    const found = await facets('category=unknown&status=draft&facets=category,brand');
    expect(found[1]?.values).toEqual([]);
    expect(found[0]?.values.length).toBeGreaterThan(0);
  });

  it('have at most fifty values each', async () => {
    const client = await fixture.client();
    await client.post('/attributes', { code: 'size', type: 'integer', filterable: true });
    const items = Array.from({ length: 70 }, (_, n) => ({ sku: `S-${n}`, brand: `B${n}`, attributes: { size: n } }));
    await client.post('/products/bulk', { items: items.map((item) => ({ name: 'S', ...item })) });
    const { data } = await client.get<Facet[]>('/product-facets?facets=brand,attributes.size');
    expect(data.map(({ values }) => values.length)).toEqual([50, 50]);
  });

  it('take one statement to count, and none while no product changes', async () => {
    const query = 'brand=Acme&attributes.color=red&tag=t1';
    const statements = async () => (await countStatements(fixture.database, () => facets(query))).statements;
    const [first, again] = [await statements(), await statements()];
    expect(first - again).toBe(1);
    await api.patch('/products/P-0', { name: 'Changed' });
    expect(await statements()).toBe(first);
  });
});
