import { type CountCache, createCountCache, createCursorCodec } from '@contract-kit/middleware';
import { productSortFields } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { generateProducts } from '#testing/products/generate-products.ts';
import {
  blocksOf,
  genericPlan,
  measuredPlan,
  nodesOf,
  type PlanNode,
  recordStatements,
  type SentStatement,
  scansOf,
} from '#testing/products/query-plans.ts';
import { type ListBody, parseQuery } from '#testing/products/reader-fixture.ts';
import { catalogParts } from '../../../catalog-parts.ts';
import { encodeId, type RequestContext } from '../../../kernel/index.ts';
import { CachedCatalogReader, PostgresCatalogLocks } from '../../catalog/index.ts';
import { ProductReader } from '../read/product-reader.ts';

const productCount = 170_000;
const limit = 50;

let test: TestDatabase;
let ctx: RequestContext;
let reader: ProductReader;
let createReader: (counts: CountCache) => ProductReader;
let sent: SentStatement[];
let collection: string;

beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  for (const count of [2_000, productCount]) {
    const workspace = await createTestWorkspace(database);
    collection = await generateProducts(database, workspace, count);
    ctx = createTestContext(workspace);
  }
  const recording = recordStatements(database);
  sent = recording.sent;
  const catalog = new CachedCatalogReader({ database, locks: new PostgresCatalogLocks(database), parts: catalogParts });
  const cursors = createCursorCodec({ secret: 'a secret of the tests' });
  createReader = (counts) => new ProductReader({ database: recording.database, catalog, cursors, counts });
  reader = createReader(createCountCache());
});
afterAll(() => test.drop());

/** The statements that a read sends. */
async function statementsOf(read: () => Promise<unknown>): Promise<SentStatement[]> {
  sent.length = 0;
  await read();
  return [...sent];
}

/** Every plan with which a statement may run: for its values and, when it is prepared, without knowing them. */
async function plansOf(statement: SentStatement): Promise<PlanNode[]> {
  const plans = [await measuredPlan(test.database, statement)];
  return statement.name === undefined ? plans : [...plans, await genericPlan(test.database, statement)];
}

/** A statement may begin to read a table from its start, if that soon finds enough. */
const readAnyway = 10_000;

function expectIndexed(plan: PlanNode): void {
  const scans = [...scansOf(plan, 'product'), ...scansOf(plan, 'collection_product')].filter(
    (node) => node['Actual Loops'] !== 0,
  );
  const rowsOf = (node: PlanNode) => (node['Actual Rows'] ?? Infinity) + (node['Rows Removed by Filter'] ?? 0);
  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan' && rowsOf(node) > readAnyway)).toEqual([]);
  expect(scans).not.toEqual([]);
}

const idOf = (number: number) =>
  encodeId('product', `01890a5d-ac96-774b-9000-${number.toString(16).padStart(12, '0')}`);

/** Every documented filter, alone, with values that differ in how many products they find. */
const filters: Record<string, string>[] = [
  { q: 'abc12' },
  { q: '000012' },
  { sku: 'SKU-0000100' },
  { sku: 'SKU-0000100,SKU-0000200,NONE' },
  { ids: idOf(5) },
  { ids: [5, 6, 7].map(idOf).join() },
  { status: 'draft' },
  { status: 'draft,archived' },
  { type: 'parent' },
  { type: 'simple,parent' },
  { category: 'c5' },
  { category: 'c5,c6,c7', include_subcategories: 'false' },
  { collection: 'k0' },
  { collection: 'k1,k2' },
  { tag: 't17' },
  { tag: 't17,t18' },
  { brand: 'Brand 5' },
  { updated_since: '2001-01-01' },
  { completeness_min: '99' },
  { completeness_max: '2' },
  { completeness_min: '50', completeness_max: '52' },
  { has_images: 'true' },
  { has_images: 'false' },
  { top_level: 'true' },
];
const sorts = productSortFields.flatMap((field) => [`${field}:asc`, `${field}:desc`]);

describe('every list of products reads an index', () => {
  it.each([{}, ...filters, ...sorts.map((sort) => ({ sort })), { include: 'variants' }, { page: '300' }])(
    '%j',
    async (parameters) => {
      const statements = await statementsOf(() => reader.list(ctx, parseQuery(parameters)));
      expect(statements).not.toEqual([]);
      for (const statement of statements) {
        for (const plan of await plansOf(statement)) expectIndexed(plan);
      }
    },
  );

  it('a collection, in order', async () => {
    const statements = await statementsOf(() => reader.collectionPage(ctx, collection, { limit, page: 2 }));
    for (const plan of (await Promise.all(statements.map(plansOf))).flat()) expectIndexed(plan);
  });
});

describe('a sorted list', () => {
  it.each(sorts)('by %s reads in index order and stops at the end of the page', async (sort) => {
    const [page] = await statementsOf(() => reader.list(ctx, parseQuery({ sort })));
    const plan = await measuredPlan(test.database, page as SentStatement);
    const sorted = nodesOf(plan).filter((node) => node['Node Type'].includes('Sort'));
    for (const node of sorted) expect(node['Actual Rows']).toBeLessThanOrEqual(limit + 1);
    for (const scan of scansOf(plan, 'product')) expect(scan['Actual Rows']).toBeLessThanOrEqual(limit + 1);
  });

  it.each(sorts)('by %s costs as much at its end as at its start, by cursor', async (sort) => {
    const measure = async (page: number) => {
      const { json } = await reader.list(ctx, parseQuery({ sort, page: String(page) }));
      const cursor = (JSON.parse(String(json)) as ListBody).pagination.nextCursor ?? '';
      const [statement] = await statementsOf(() => reader.list(ctx, parseQuery({ sort, cursor })));
      return measuredPlan(test.database, statement as SentStatement);
    };
    const [start, end] = [await measure(1), await measure(productCount / limit - 1)];
    for (const plan of [start, end]) {
      for (const scan of scansOf(plan, 'product')) {
        expect(scan['Actual Rows']).toBeLessThanOrEqual(limit + 1);
        expect(scan['Rows Removed by Filter'] ?? 0).toBe(0);
      }
    }
    // One block of the table for each product, and a few of the index.
    for (const plan of [start, end]) expect(blocksOf(plan)).toBeLessThanOrEqual(limit + 1 + 10);
  });
});

describe('a list with a filter in another order', () => {
  const filtersInOrder: Record<string, string>[] = [
    { category: 'c5' },
    { tag: 't17' },
    { brand: 'Brand 5', status: 'approved' },
    { collection: 'k0' },
  ];
  it.each(filtersInOrder.flatMap((filter) => sorts.map((sort) => ({ ...filter, sort }))))(
    'reads few blocks, whether or not it is known how many match: %j',
    async (parameters) => {
      const counts = createCountCache();
      for (let round = 0; round < 2; round += 1) {
        const statements = await statementsOf(() => createReader(counts).list(ctx, parseQuery(parameters)));
        const [page] = statements.filter(({ text }) => text.includes('document'));
        expect(blocksOf(await measuredPlan(test.database, page as SentStatement))).toBeLessThan(5_000);
      }
    },
  );
});

describe('a search by relevance', () => {
  it.each(['product', 'brand product'])('of words that most products have reads a page of them for %s', async (q) => {
    const statements = await statementsOf(() => reader.list(ctx, parseQuery({ q, sort: 'relevance' })));
    const [page] = statements.filter(({ text }) => text.includes('document'));
    const plan = await measuredPlan(test.database, page as SentStatement);
    const rows = scansOf(plan, 'product').map(
      (node) => (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0),
    );
    expect(Math.max(...rows)).toBeLessThan(1_000);
  });
});

describe('a single product reads an index', () => {
  it.each(['SKU-0000100', idOf(100)])('%s', async (reference) => {
    const [statement] = await statementsOf(() => reader.get(ctx, reference));
    for (const plan of await plansOf(statement as SentStatement)) expectIndexed(plan);
  });

  it('for its entity tag the index alone, variants included', async () => {
    const view = { include: ['variants'] };
    for (const statement of await statementsOf(() => reader.tag(ctx, 'SKU-0000100', view))) {
      for (const plan of await plansOf(statement)) {
        expect(scansOf(plan, 'product').map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
      }
    }
  });
});
