import { allScopes, EventListQuerySchema } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import {
  blocksOf,
  genericPlan,
  measuredPlan,
  type PlanNode,
  planFor,
  recordStatements,
  type SentStatement,
  scansOf,
} from '#testing/products/query-plans.ts';
import type { RequestContext } from '../../kernel/index.ts';
import { EventFeed } from './event-feed.ts';

const eventCount = 20_000;
const limit = 50;

let test: TestDatabase;
let ctx: RequestContext;
let feed: EventFeed;
let sent: SentStatement[];

/** Versions of a hundred products and their events; for the order, a hundred form one transaction. */
const insertEvents = `
  with made as (
    select i, ('01890a5d-ac96-774b-8000-' || lpad(to_hex(i), 12, '0'))::uuid as id,
      ('01890a5d-ac96-774b-9000-' || lpad(to_hex(i % 100), 12, '0'))::uuid as product_id
    from generate_series(1, $2::int) as i
  ), versions as (
    insert into product_version
    select $1, product_id, i, now(), 'updated', 'api', '{}', '{}', 'draft', '{"text":"' || repeat('x', 2000) || '"}' from made
  )
  insert into outbox (workspace_id, id, type, subject_id, subject_version, changed_fields, created_at, settled_after)
  select $1, id, case when i % 5000 = 0 then 'product.created' else 'product.updated' end, product_id, i, '{}', now(), i / 100
  from made`;

beforeAll(async () => {
  test = await createTestDatabase();
  const { database } = test;
  for (const count of [2_000, eventCount]) {
    const workspace = await createTestWorkspace(database);
    await database.query(insertEvents, [workspace.id, count]);
    ctx = createTestContext(workspace);
  }
  await database.query('checkpoint');
  for (const table of ['outbox', 'product_version']) await database.query(`vacuum analyze ${table}`);
  const recording = recordStatements(database);
  sent = recording.sent;
  feed = new EventFeed(recording.database);
});
afterAll(() => test.drop());

async function read(
  query: Readonly<Record<string, string | undefined>>,
): Promise<{ statement: SentStatement; next: string }> {
  sent.length = 0;
  const { pagination } = JSON.parse(await feed.list(ctx, EventListQuerySchema.parse(query), new Set(allScopes)));
  expect(sent).toHaveLength(1);
  return { statement: sent[0] as SentStatement, next: pagination.next };
}

/** How a plan reads each table. */
function readsOf(plan: PlanNode) {
  const kinds = (table: string) => [...new Set(scansOf(plan, table).map((node) => node['Node Type']))];
  return { outbox: kinds('outbox'), versions: kinds('product_version') };
}

/** Twice the size of a page, because opt-in events are left out, and one more to see whether there are more. */
const scannedAtMost = 2 * (limit + 1) + 1;

/** The most rows that a node reads in the order of events. */
const looksAt = (plan: PlanNode) =>
  Math.max(
    ...scansOf(plan, 'outbox').map((node) => (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)),
  );

describe('a page of events', () => {
  it.each([{}, { after: 'start' }, { types: 'product.created' }, { limit: '250', types: 'product.updated' }])(
    'only reads indexes: %j',
    async (query) => {
      const { next } = await read({});
      const { statement } = await read('after' in query ? { after: next } : query);
      for (const plan of [await planFor(test.database, statement), await genericPlan(test.database, statement)]) {
        const { outbox, versions } = readsOf(plan);
        expect(outbox.filter((kind) => !kind.startsWith('Index'))).toEqual([]);
        expect(outbox).toContain('Index Only Scan');
        expect(versions).toEqual(['Index Scan']);
      }
    },
  );

  it('costs the same wherever the feed is read', async () => {
    let { statement, next } = await read({});
    const start = await measuredPlan(test.database, statement);
    for (let page = 0; page < 20; page += 1) ({ next } = await read({ after: next, limit: '250' }));
    ({ statement } = await read({ after: next }));
    const deep = await measuredPlan(test.database, statement);
    for (const plan of [start, deep]) expect(looksAt(plan)).toBeLessThanOrEqual(scannedAtMost);
    expect(blocksOf(deep)).toBeLessThanOrEqual(blocksOf(start) + 10);
  });

  it('scans a bounded number of events for a rare type', async () => {
    const { statement } = await read({ types: 'product.created' });
    expect(looksAt(await measuredPlan(test.database, statement))).toBeLessThanOrEqual(5001);
  });

  it('reads one event to find the end of the feed', async () => {
    const { statement } = await read({ after: 'latest' });
    expect(looksAt(await measuredPlan(test.database, statement))).toBe(1);
  });
});
