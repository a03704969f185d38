import { createCursorCodec, type ObservedRequest } from '@contract-kit/middleware';
import { LoggedRequestListQuerySchema } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import {
  blocksOf,
  measuredPlan,
  nodesOf,
  recordStatements,
  type SentStatement,
} from '#testing/products/query-plans.ts';
import { type RequestContext, systemClock, systemIds } from '../../kernel/index.ts';
import { observeRequests } from './observe-requests.ts';
import { RequestLog, type RequestLogOptions } from './request-log.ts';
import { RequestReader } from './request-reader.ts';
import type { SeenRequest } from './seen-request.ts';
import { sweepRequests } from './sweep-requests.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const seen = (workspaceId: string, change: Partial<SeenRequest> = {}): SeenRequest => ({
  workspaceId,
  keyId: systemIds.next(),
  requestId: 'req_1',
  source: 'api',
  method: 'GET',
  target: '/api/v1/products?q=x',
  operationId: 'products.list',
  status: 200,
  error: null,
  isReplay: false,
  endedAt: Date.now(),
  durationMs: 1.25,
  responseBytes: 100,
  ...change,
});

const add = (log: RequestLog, request: SeenRequest) => log.add(request, () => request);

const failed = { status: 422, error: { code: 'validation_failed', fields: ['price'] } };

async function countRows(workspaceId: string): Promise<number> {
  const { rows } = await test.database.query<{ count: number }>(
    'select count(*)::int as count from request_log where workspace_id = $1',
    [workspaceId],
  );
  return rows[0]?.count ?? 0;
}

describe('a request log', () => {
  /** A log that only writes on request, and its reports. */
  function createLog(options: Partial<RequestLogOptions> = {}) {
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const log = new RequestLog({
      database: test.database,
      ids: systemIds,
      onError,
      intervalMs: 3_600_000,
      ...options,
    });
    onTestFinished(() => log.close());
    const counts = async () => {
      const [source] = log.sources;
      const read = (await source?.read()) ?? [];
      return Object.fromEntries(read.map(({ metric, attributes, value }) => [attributes?.outcome ?? metric, value]));
    };
    return { log, errors, counts };
  }

  it('writes pending entries in batches, and all of them when it is closed', async () => {
    const workspaceId = systemIds.next();
    const { database, sent } = recordStatements(test.database);
    const { log, counts } = createLog({ database, capacity: 5000 });
    for (let count = 0; count < 1200; count += 1) add(log, seen(workspaceId));
    expect(await counts()).toMatchObject({ written: 0, 'pcm.request_log.waiting': 1200 });
    await log.close();
    expect([await countRows(workspaceId), sent.length]).toEqual([1200, 3]);
    expect(await counts()).toMatchObject({ written: 1200, dropped: 0, failed: 0, 'pcm.request_log.waiting': 0 });
  });

  it('writes automatically after a while', async () => {
    const workspaceId = systemIds.next();
    const { log } = createLog({ intervalMs: 1 });
    add(log, seen(workspaceId));
    await expect.poll(() => countRows(workspaceId)).toBe(1);
  });

  it('drops and counts excess entries, successes before failures', async () => {
    const workspaceId = systemIds.next();
    const { log, counts } = createLog({ capacity: 10 });
    for (let count = 0; count < 9; count += 1) add(log, seen(workspaceId));
    for (let count = 0; count < 6; count += 1) add(log, seen(workspaceId, failed));
    expect(await counts()).toMatchObject({ dropped: 5, 'pcm.request_log.waiting': 10 });
    await log.flush();
    add(log, seen(workspaceId));
    await log.flush();
    expect(await countRows(workspaceId)).toBe(11);
  });

  it('leaves entries that arrive during a write to the next write', async () => {
    const workspaceId = systemIds.next();
    const { log, counts } = createLog({ capacity: 10 });
    const fill = () => {
      for (let count = 0; count < 6; count += 1) add(log, seen(workspaceId));
    };
    fill();
    const leave = test.database.onStatement((text) => text.includes('into request_log') && fill());
    await log.flush();
    leave();
    expect(await counts()).toMatchObject({ written: 5, dropped: 2, 'pcm.request_log.waiting': 5 });
    await log.flush();
    expect(await countRows(workspaceId)).toBe(10);
  });

  it('drops and counts entries that the database refuses, reports it once, and continues afterwards', async () => {
    await using other = await createTestDatabase({ poolSize: 2 });
    const workspaceId = systemIds.next();
    const { log, errors, counts } = createLog({ database: other.database });
    await other.database.query('alter table request_log rename to request_log_away');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      add(log, seen(workspaceId));
      await log.flush();
    }
    expect(errors).toHaveLength(1);
    await other.database.query('alter table request_log_away rename to request_log');
    add(log, seen(workspaceId));
    await log.flush();
    expect(await counts()).toMatchObject({ written: 1, failed: 2 });
  });
});

it('a request has no status when its client disconnected before there was a response', async () => {
  const workspaceId = systemIds.next();
  const log = new RequestLog({ database: test.database, ids: systemIds, onError: (error) => expect.fail(`${error}`) });
  const observer = observeRequests(log, systemClock);
  const request = {
    requestId: 'req_left',
    request: { method: 'GET', target: '/api/v1/products' },
    operation: null,
    caller: { tenantId: workspaceId, record: { uuid: systemIds.next() } },
  } as unknown as ObservedRequest;
  // Work that ends because of the client fails without telling observers, and its response goes nowhere.
  observer.onResponse?.(request, { status: 500, size: 100, error: null, durationMs: 1 });
  await log.close();
  const { rows } = await test.database.query('select status from request_log where workspace_id = $1', [workspaceId]);
  expect(rows).toEqual([{ status: null }]);
});

/** Entries of a workspace, one for each minute before now; every hundredth failed. */
const insertEntries = `
  insert into request_log (workspace_id, created_at, id, request_id, api_key_id, source, method, path,
    query_parameters, operation_id, status, error_code, error_fields, is_replay, duration_ms, response_bytes)
  select $1, now() - i * interval '1 minute', gen_random_uuid(), 'req_' || i, $1, 'api', 'GET', '/api/v1/products',
    '{}', 'products.list', case when i % 100 = 0 then 422 else 200 end,
    case when i % 100 = 0 then 'validation_failed' end, '{}', false, 1.5, 100
  from generate_series(1, $2::int) as i`;

describe('a sweep of the request log', () => {
  const sweep = (retention: { days: number; rows: number }) =>
    sweepRequests(test.database, retention, new Date(), { batchSize: 400 });

  it('keeps the last days and the last rows of each workspace', async () => {
    await test.database.query('delete from request_log');
    const [busy, quiet] = [systemIds.next(), systemIds.next()];
    const perDay = 24 * 60;
    await test.database.query(insertEntries, [busy, perDay + 20]);
    await test.database.query(insertEntries, [quiet, 30]);
    expect(await sweep({ days: 1, rows: perDay + 10 })).toBeGreaterThanOrEqual(20);
    expect(await countRows(busy)).toBeLessThanOrEqual(perDay);
    expect(await sweep({ days: 1, rows: 50 })).toBeGreaterThan(0);
    expect([await countRows(busy), await countRows(quiet)]).toEqual([50, 30]);
    const { rows } = await test.database.query<{ oldest: number }>(
      'select round(extract(epoch from now() - min(created_at)) / 60)::int as oldest from request_log',
    );
    expect(rows[0]?.oldest).toBeLessThanOrEqual(51);
    expect(await sweep({ days: 1, rows: 0 })).toBe(80);
  });
});

describe('a page of a long request log', () => {
  /** The most pages of tables and indexes that a statement may read. */
  const fewBlocks = 200;
  const workspaceId = systemIds.next();
  const context = { workspace: { id: workspaceId } } as RequestContext;
  beforeAll(async () => {
    await test.database.query(insertEntries, [workspaceId, 12_000]);
    await test.database.query(insertEntries, [systemIds.next(), 3000]);
    await test.database.query('vacuum analyze request_log');
  });

  it.each([
    {},
    { status: '4xx,5xx' },
    { status: '422', code: 'validation_failed' },
    { request_id: 'req_11999' },
    { from: '2001-01-01', to: new Date(Date.now() - 8000 * 60_000).toISOString() },
  ])('reads little more than it shows with %j', async (query) => {
    const { database, sent } = recordStatements(test.database);
    const log = new RequestLog({ database, ids: systemIds, onError: (error) => expect.fail(`${error}`) });
    onTestFinished(() => log.close());
    const cursors = createCursorCodec({ secret: 'a secret of these tests' });
    const reader = new RequestReader({ database, log, cursors });
    const read = (cursor?: string | null) =>
      reader.list(context, LoggedRequestListQuerySchema.parse({ ...query, limit: '50', ...(cursor && { cursor }) }));
    const { data, pagination } = await read();
    expect(data.length).toBeGreaterThan(0);
    if (pagination.hasMore) await read(pagination.nextCursor);
    for (const statement of sent as SentStatement[]) {
      const plan = await measuredPlan(test.database, statement);
      expect(
        nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'request_log'),
      ).toEqual([]);
      expect(blocksOf(plan), statement.text).toBeLessThan(fewBlocks);
    }
  });
});
