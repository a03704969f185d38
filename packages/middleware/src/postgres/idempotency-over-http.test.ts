import { ApiError } from '@contract-kit/http-spec';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTodo } from '../../test-support/start-todo.ts';
import type { Caller } from '../auth/caller.ts';
import { createIdempotency } from '../idempotency/index.ts';
import {
  createPoolTransactionRunner,
  createPostgresIdempotencyStore,
  postgresSchema,
  type SqlExecutor,
} from './index.ts';

let database: ScratchDatabase;
/** Two instances of the server have two pools. */
let pools: pg.Pool[];

beforeAll(async () => {
  database = await createScratchDatabase();
  pools = [0, 1].map(() => new pg.Pool({ connectionString: database.url, max: 12 }));
  const [pool] = pools as [pg.Pool];
  await pool.query(postgresSchema.idempotencyRecord({ scopeColumn: 'tenant', scopeType: 'text' }));
  await pool.query('create table todo (title text primary key)');
});

afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

/** A to-do server whose rows are in PostgreSQL; `beforeCommit` runs when its row is written. */
async function startInstance(index: number, beforeCommit: () => unknown = () => undefined) {
  const pool = pools[index] as pg.Pool;
  const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
  return startTodo({
    idempotency: createIdempotency({
      store: createPostgresIdempotencyStore({ transaction, scopeColumn: 'tenant' }),
      scopeOf: (caller: Caller) => caller.tenantId,
    }),
    handlers: {
      create: async ({ body }) => {
        const sql = 'insert into todo values ($1) on conflict do nothing returning title';
        const executor: SqlExecutor = currentTransaction() ?? pool;
        const { rows } = await executor.query(sql, [body.title]);
        if (rows.length === 0) throw new ApiError('conflict', `There is a to-do "${body.title}".`);
        await beforeCommit();
        const data = { id: 't1', title: body.title, done: body.done, version: 1 };
        return { status: 201, body: { data }, headers: { ETag: '"t1.1"', Location: '/todos/t1' } };
      },
    },
  });
}

async function countOf(title: string): Promise<number> {
  const { rows } = await (pools[0] as pg.Pool).query('select from todo where title = $1', [title]);
  return rows.length;
}

const withKey = (key: string, body: object) => ({ headers: { 'idempotency-key': key }, body });

describe('a POST with an Idempotency-Key', () => {
  it('is replayed by another instance, byte for byte, with its own request id and rate limit', async () => {
    const [one, two] = [await startInstance(0), await startInstance(1)];
    const first = await one.request('POST', '/todos', withKey('replay', { title: 'milk', done: true }));
    const second = await two.request('POST', '/todos', withKey('replay', { done: true, title: 'milk' }));
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    for (const name of ['etag', 'location', 'content-type', 'content-length']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(second.headers.get('x-ratelimit-remaining')).toBe('99');
    expect(await countOf('milk')).toBe(1);
  });

  it('keeps the request id of the first request in the body of a replayed error', async () => {
    const { request } = await startInstance(0);
    await request('POST', '/todos', { body: { title: 'bread' } });
    const first = await request('POST', '/todos', withKey('conflict', { title: 'bread' }));
    const second = await request('POST', '/todos', withKey('conflict', { title: 'bread' }));
    expect([first.status, second.status]).toEqual([409, 409]);
    expect(first.error?.requestId).toBe(first.headers.get('x-request-id'));
    expect(second.text).toBe(first.text);
    expect(second.headers.get('x-request-id')).not.toBe(second.error?.requestId);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
  });

  it('rolls back what its handler wrote before it failed', async () => {
    const conflict = new ApiError('conflict', 'Too late.');
    const { request } = await startInstance(0, () => Promise.reject(conflict));
    expect((await request('POST', '/todos', withKey('undone', { title: 'undone' }))).status).toBe(409);
    expect(await countOf('undone')).toBe(0);
  });

  it('may be retried after a failure of the service', async () => {
    let failures = 1;
    const { request } = await startInstance(0, () => {
      if (failures-- > 0) throw new Error('the disk is full');
    });
    expect((await request('POST', '/todos', withKey('retry', { title: 'retry' }))).status).toBe(500);
    expect(await countOf('retry')).toBe(0);
    expect((await request('POST', '/todos', withKey('retry', { title: 'retry' }))).status).toBe(201);
  });

  it('is 409 with Retry-After while the first request runs on another instance', async () => {
    const written = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const one = await startInstance(0, () => {
      written.resolve();
      return commit.promise;
    });
    const two = await startInstance(1);
    const first = one.request('POST', '/todos', withKey('running', { title: 'running' }));
    await written.promise;
    const second = await two.request('POST', '/todos', withKey('running', { title: 'running' }));
    expect(second.error?.code).toBe('idempotency_in_progress');
    expect(second.headers.get('retry-after')).toBe('1');
    commit.resolve();
    expect((await first).status).toBe(201);
  });

  it('is 422 when its key was used for another request', async () => {
    const { request } = await startInstance(0);
    await request('POST', '/todos', withKey('reused', { title: 'one' }));
    const response = await request('POST', '/todos', withKey('reused', { title: 'two' }));
    expect(response.error?.code).toBe('idempotency_key_reused');
    expect(await countOf('two')).toBe(0);
  });

  it('creates one record from twenty concurrent requests', async () => {
    const instances = [await startInstance(0), await startInstance(1)];
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        instances[index % 2]?.request('POST', '/todos', withKey('herd', { title: 'herd' })),
      ),
    );
    const statuses = new Set(responses.map((response) => response?.status));
    expect(statuses.has(201)).toBe(true);
    expect(statuses.difference(new Set([201, 409])).size).toBe(0);
    const made = responses.filter(
      (response) => response?.status === 201 && !response.headers.has('idempotent-replayed'),
    );
    expect(made).toHaveLength(1);
    expect(await countOf('herd')).toBe(1);
  });

  it('is 500 while the store is unavailable; without a key the request succeeds', async () => {
    await (pools[0] as pg.Pool).query('alter table idempotency_record rename to moved');
    const { request } = await startInstance(0);
    expect((await request('POST', '/todos', withKey('away', { title: 'away' }))).status).toBe(500);
    expect((await request('POST', '/todos', { body: { title: 'away' } })).status).toBe(201);
    await (pools[0] as pg.Pool).query('alter table moved rename to idempotency_record');
  });
});
