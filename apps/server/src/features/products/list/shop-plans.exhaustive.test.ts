import { type CountCache, createCountCache, createCursorCodec } from '@contract-kit/middleware';
import { ProductFacetsQuerySchema } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import {
  blocksOf,
  measuredPlan,
  recordStatements,
  type SentStatement,
  scansOf,
} from '#testing/products/query-plans.ts';
import { parseQuery } from '#testing/products/reader-fixture.ts';
import { openShop } from '#testing/products/shop.ts';
import { catalogParts } from '../../../catalog-parts.ts';
import type { RequestContext } from '../../../kernel/index.ts';
import { CachedCatalogReader, PostgresCatalogLocks } from '../../catalog/index.ts';
import { FacetReader } from '../facets/facet-reader.ts';
import { ProductReader } from '../read/product-reader.ts';

const productCount = 50_000;

let test: TestDatabase;
let ctx: RequestContext;
let createReader: (counts: CountCache) => ProductReader;
let facets: FacetReader;
let sent: SentStatement[];

beforeAll(async () => {
  test = await createTestDatabase();
  const workspace = await createTestWorkspace(test.database);
  ctx = createTestContext(workspace);
  const shop = await openShop(test.url, workspace.id);
  await shop.load(productCount);
  await shop.settle();
  await shop.close();
  const recording = recordStatements(test.database);
  const { database } = recording;
  sent = recording.sent;
  const catalog = new CachedCatalogReader({ database, locks: new PostgresCatalogLocks(database), parts: catalogParts });
  const cursors = createCursorCodec({ secret: 'a secret of the tests' });
  createReader = (counts) => new ProductReader({ database, catalog, cursors, counts });
  facets = new FacetReader({ database, catalog, counts: createCountCache() });
});
afterAll(() => test.drop());

/** The plan of the page of a list, with the blocks it read. */
async function pagePlan(query: Record<string, string>, counts = createCountCache()) {
  sent.length = 0;
  const { json } = await createReader(counts).list(ctx, parseQuery({ ...query, limit: '50' }));
  expect(JSON.parse(String(json)).data).not.toEqual([]);
  const page = sent.find(({ text }) => /as "?place"?/.test(text));
  if (page === undefined) throw new Error('No page was read.');
  return measuredPlan(test.database, page);
}

describe('a list filtered by attributes', () => {
  it.each<Record<string, string>>([
    { 'attributes.model': 'm77' },
    { 'attributes.color': 'red' },
    { 'attributes.color': 'red,blue' },
    { 'attributes.color': 'red', status: 'approved' },
    { 'attributes.color': '__any__' },
    { 'attributes.weight': '77' },
    { 'attributes.weight_min': '990' },
    { 'attributes.weight_min': '500' },
    { 'attributes.weight_min': '500', 'attributes.weight_max': '501' },
    { 'attributes.color': 'red', 'attributes.weight_max': '200' },
  ])('reads few blocks of the tables, once it is known how many products match: %j', async (query) => {
    const counts = createCountCache();
    expect(blocksOf(await pagePlan(query, counts))).toBeLessThan(12_000);
    const plan = await pagePlan(query, counts);
    const scans = ['product', 'product_number'].flatMap((table) => scansOf(plan, table));
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] !== 0)).toEqual([]);
    expect(blocksOf(plan)).toBeLessThan(8_000);
  });
});

describe('a list whose products are far back in its order', () => {
  // A name begins with the brand, and all products of a category have one brand.
  it.each([
    [{ category: 'c5', sort: 'name:asc' }, 100],
    [{ category: 'c9', sort: 'name:desc' }, 100],
    [{ category: 'c9', tag: 't7', sort: 'name:desc' }, 2_500],
    [{ brand: 'Zeiss', sort: 'name:asc' }, 15_000],
  ] as const)('does not look at all others: %j', async (query, blocks) => {
    expect(blocksOf(await pagePlan(query))).toBeLessThan(blocks);
  });
});

describe('a search by relevance', () => {
  it.each(['ART-00000777', 'art-000007', 'MP.000153f', 'xd777', 'reversible hammock'])(
    'reads few blocks for %s, which few products match',
    async (q) => {
      expect(blocksOf(await pagePlan({ q, sort: 'relevance' }))).toBeLessThan(1_000);
    },
  );

  it('of a common word and two letters reads few blocks, once it is known how many products match', async () => {
    const counts = createCountCache();
    const query = { q: 'leuchte kx', locale: 'de', sort: 'relevance' };
    expect(blocksOf(await pagePlan(query, counts))).toBeLessThan(10_000);
    expect(blocksOf(await pagePlan(query, counts))).toBeLessThan(1_000);
  });
});

describe('facets of more products than are counted exactly', () => {
  it('read each product of the sample once', async () => {
    sent.length = 0;
    await facets.list(ctx, ProductFacetsQuerySchema.parse({ status: 'approved' }));
    const sampled = sent.filter(({ text }) => text.includes('sample'));
    expect(sampled).toHaveLength(1);
    const plan = await measuredPlan(test.database, sampled[0] as SentStatement);
    const rows = scansOf(plan, 'product').reduce((sum, node) => sum + (node['Actual Rows'] ?? 0), 0);
    expect(rows).toBeLessThan(productCount / 4);
  });
});
