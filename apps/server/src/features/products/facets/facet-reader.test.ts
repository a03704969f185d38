import { createCountCache } from '@contract-kit/middleware';
import { type Facet, type Product, ProductFacetsQuerySchema } from '@product-content/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';
import { countStatements, decodeId } from '#testing/index.ts';
import { catalogParts } from '../../../catalog-parts.ts';
import { CachedCatalogReader, PostgresCatalogLocks } from '../../catalog/index.ts';
import { FacetReader } from './facet-reader.ts';

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
  it('cover brand, category, status, tag and each filterable attribute, with labels', async () => {
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

  it('show the most frequent values first, and equally frequent ones in the order of the values', async () => {
    for (const { values } of await facets()) {
      const inOrder = values.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
      expect(values).toEqual(inOrder);
    }
  });

  it('count values of localizable attributes in the requested language, and label options in it', async () => {
    const [color, material] = await facets('locale=de&facets=attributes.color,attributes.material');
    expect(color?.values[0]?.label).toMatch(/-de$/);
    expect(material?.values).toEqual([
      { value: 'Wolle', label: 'Wolle', count: 10 },
      { value: 'wool', label: 'wool', count: 10 },
    ]);
  });

  it('are the requested ones, and refused for an attribute that is not filterable', async () => {
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

  it('have no values when no product can match', async () => {
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

  it('are counted with one statement, and none while no product changes', async () => {
    const query = 'brand=Acme&attributes.color=red&tag=t1';
    const statements = async () => (await countStatements(fixture.database, () => facets(query))).statements;
    const [first, again] = [await statements(), await statements()];
    expect(first - again).toBe(1);
    await api.patch('/products/P-0', { name: 'Changed' });
    expect(await statements()).toBe(first);
  });
});

describe('facets of more products than are counted exactly', () => {
  const sizes = { exact: 100, sample: 20 };
  let client: CatalogClient;
  let products: Product[];

  beforeAll(async () => {
    client = await fixture.client();
    await client.post('/attributes', { code: 'finish', type: 'text', filterable: true });
    const items = Array.from({ length: 400 }, (_, n) => ({
      sku: `F-${n}`,
      name: 'Facet',
      brand: `B${n % 3}`,
      tags: n < 60 ? ['few'] : [`t${n % 2}`],
      attributes: { finish: n % 4 === 0 ? 'matte' : 'gloss' },
    }));
    expect((await client.post('/products/bulk', { items })).status).toBe(200);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => client.get<Product[]>(`/products?limit=100&page=${page}`)),
    );
    products = pages.flatMap(({ data }) => data);
  });

  async function sampledFacets(query: Record<string, string>, sample = sizes.sample): Promise<Facet[]> {
    const { database } = fixture;
    const catalog = new CachedCatalogReader({
      database,
      locks: new PostgresCatalogLocks(database),
      parts: catalogParts,
    });
    const reader = new FacetReader({ database, catalog, counts: createCountCache(), sizes: { ...sizes, sample } });
    return reader.list({ workspace: client.workspace }, ProductFacetsQuerySchema.parse(query));
  }

  /** The last four bytes of an id are random; the products whose last byte is below 32 can be sampled. */
  const keyOf = ({ id }: Product) => (decodeId('product', id) ?? '').replaceAll('-', '').slice(24);

  /** The estimate for a value from a sample: the number of its products with the value, in proportion. */
  function estimate(size: number, hasValue: (product: Product) => boolean): number {
    const byKey = products
      .filter((product) => Number.parseInt(keyOf(product).slice(6), 16) < 32)
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const sample = byKey.slice(0, size);
    const last = sample.at(-1);
    const reached = byKey.length < size || last === undefined ? 2 ** 32 : Number.parseInt(keyOf(last), 16) + 1;
    return Math.round((sample.filter(hasValue).length * 8 * 2 ** 32) / reached);
  }

  const countOf = (all: readonly Facet[], name: string, value: string) =>
    all.find((facet) => facet.name === name)?.values.find((each) => each.value === value)?.count ?? 0;

  it.each([20, 1_000])('are estimated from a sample of %i, and are approximate', async (size) => {
    const all = await sampledFacets({}, size);
    expect(all.every(({ approximate }) => approximate)).toBe(true);
    expect(countOf(all, 'brand', 'B1')).toBe(estimate(size, ({ brand }) => brand === 'B1'));
    expect(countOf(all, 'tag', 'few')).toBe(estimate(size, ({ tags }) => tags.includes('few')));
    expect(countOf(all, 'attributes.finish', 'gloss')).toBe(
      estimate(size, ({ attributes }) => attributes.finish === 'gloss'),
    );
  });

  it('are exact when a filter leaves few products, except a facet with its own filter', async () => {
    const all = await sampledFacets({ tag: 'few' }, 1_000);
    expect(all.map(({ name, approximate }) => [name, approximate])).toEqual([
      ['brand', false],
      ['category', false],
      ['status', false],
      ['tag', true],
      ['attributes.finish', false],
    ]);
    expect(countOf(all, 'brand', 'B0')).toBe(20);
    expect(countOf(all, 'attributes.finish', 'matte')).toBe(15);
    expect(countOf(all, 'tag', 't1')).toBe(estimate(1_000, ({ tags }) => tags.includes('t1')));
  });

  it('count the products of the sample that meet the other filters', async () => {
    const all = await sampledFacets({ brand: 'B1', facets: 'brand,tag' }, 1_000);
    expect(all.map(({ approximate }) => approximate)).toEqual([true, true]);
    const hasBoth = ({ brand, tags }: Product) => brand === 'B1' && tags.includes('t1');
    expect(countOf(all, 'tag', 't1')).toBe(estimate(1_000, hasBoth));
    expect(countOf(all, 'brand', 'B2')).toBe(estimate(1_000, ({ brand }) => brand === 'B2'));
  });
});
