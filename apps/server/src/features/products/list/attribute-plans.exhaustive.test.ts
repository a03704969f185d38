import { createCountCache, createCursorCodec } from '@contract-kit/middleware';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { generateProducts } from '#testing/products/generate-products.ts';
import {
  blocksOf,
  measuredPlan,
  nodesOf,
  recordStatements,
  type SentStatement,
  scansOf,
} from '#testing/products/query-plans.ts';
import { parseQuery } from '#testing/products/reader-fixture.ts';
import { catalogParts } from '../../../catalog-parts.ts';
import type { RequestContext } from '../../../kernel/index.ts';
import { CachedCatalogReader, PostgresCatalogLocks } from '../../catalog/index.ts';
import { ProductReader } from '../read/product-reader.ts';

const productCount = 100_000;

let test: TestDatabase;
let ctx: RequestContext;
let reader: ProductReader;
let sent: SentStatement[];

const insertAttributes = `
  insert into attribute (workspace_id, id, code, label, type, localizable, required, is_unique, usable_as_axis,
    filter_progress, position, created_at, updated_at)
  select $1, gen_random_uuid(), code, code, type, false, false, false, false, 100, 0, now(), now()
  from (values ('color', 'text'), ('weight', 'decimal')) as a (code, type)`;

/** A tenth of the products have each common color, ten each rare one. */
const updateKeys = `
  update product set attribute_keys = array['color', 'weight', 'color=c' || ('x' || right(id::text, 8))::bit(32)::int % 10,
    'color=rare' || ('x' || right(id::text, 8))::bit(32)::int / 10, 'weight=' || ('x' || right(id::text, 8))::bit(32)::int]
  where workspace_id = $1`;

const insertNumbers = `
  insert into product_number (workspace_id, product_id, attribute_id, value)
  select p.workspace_id, p.id, a.id, ('x' || right(p.id::text, 8))::bit(32)::int
  from product p join attribute a on a.workspace_id = p.workspace_id and a.code = 'weight' where p.workspace_id = $1`;

beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  const workspace = await createTestWorkspace(database);
  ctx = createTestContext(workspace);
  await generateProducts(database, workspace, productCount);
  for (const statement of [insertAttributes, updateKeys, insertNumbers])
    await database.query(statement, [workspace.id]);
  await database.query('checkpoint');
  for (const table of ['product', 'product_number']) await database.query(`vacuum analyze ${table}`);
  const recording = recordStatements(database);
  sent = recording.sent;
  reader = new ProductReader({
    database: recording.database,
    catalog: new CachedCatalogReader({ database, locks: new PostgresCatalogLocks(database), parts: catalogParts }),
    cursors: createCursorCodec({ secret: 'a secret of the tests' }),
    counts: createCountCache(),
  });
}, 300_000);
afterAll(() => test.drop());

describe('a list filtered by attributes', () => {
  it.each<Record<string, string>>([
    { 'attributes.color': 'rare77' },
    { 'attributes.color': 'c3' },
    { 'attributes.color': 'c3,c4' },
    { 'attributes.color': 'c3', status: 'draft' },
    { 'attributes.color': '__any__' },
    { 'attributes.weight': '77' },
    { 'attributes.weight_min': '99000' },
    { 'attributes.weight_min': '50000' },
    { 'attributes.weight_min': '500', 'attributes.weight_max': '510' },
    { 'attributes.color': 'c3', 'attributes.weight_max': '20000' },
  ])('reads a page by index, and few blocks of it: %j', async (query) => {
    sent.length = 0;
    const { json } = await reader.list(ctx, parseQuery({ ...query, limit: '50' }));
    expect(JSON.parse(json).data.length).toBeGreaterThan(0);
    const page = sent.find(({ text }) => text.includes('as "place"'));
    if (page === undefined) throw new Error('No page was read.');
    const plan = await measuredPlan(test.database, page);
    const scans = ['product', 'product_number'].flatMap((table) => scansOf(plan, table));
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(nodesOf(plan).length).toBeGreaterThan(1);
    expect(blocksOf(plan)).toBeLessThan(12_000);
  });
});
