import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTodo } from '../../test-support/start-todo.ts';
import { createIdempotency } from '../idempotency/index.ts';
import {
  createPoolTransactionRunner,
  createPostgresIdempotencyStore,
  type PostgresIdempotencyStoreOptions,
  postgresSchema,
  type SqlExecutor,
} from './index.ts';

let database: ScratchDatabase;
/** Of the tests themselves: the server's pool may have no connection left. */
let own: pg.Pool;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createScratchDatabase();
  own = new pg.Pool({ connectionString: database.url, max: 1 });
  await own.query(postgresSchema.idempotencyRecord({ scopeColumn: 'tenant', scopeType: 'text' }));
  await own.query('create table note (label text not null)');
});

afterAll(async () => {
  await own?.end();
  await database?.drop();
});

afterEach(() => pool.end());

const openPool = (max: number) => new pg.Pool({ connectionString: database.url, max });

/** A server with a pool whose handler does what a test wants. */
async function startNotes(
  handle: (executor: () => SqlExecutor, title: string) => Promise<void>,
  options: Partial<PostgresIdempotencyStoreOptions> = {},
) {
  const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
  const errors: unknown[] = [];
  /** Of the requests that reached their handler or the queue before it. */
  const signals: AbortSignal[] = [];
  const { url, key, request } = await startTodo({
    idempotency: createIdempotency({
      store: createPostgresIdempotencyStore({ transaction, scopeColumn: 'tenant', ...options }),
    }),
    logger: { error: (fields) => void errors.push(fields) },
    createContext: ({ signal }) => {
      signals.push(signal);
      return {};
    },
    handlers: {
      create: async ({ body }) => {
        await handle(() => currentTransaction() ?? pool, body.title);
        const data = { id: 't1', title: body.title, done: false, version: 1 };
        return { status: 201, headers: { Location: '/todos/t1' }, body: { data } };
      },
    },
  });
  const post = (title: string) =>
    request('POST', '/todos', { headers: { 'idempotency-key': crypto.randomUUID() }, body: { title } });
  return { url, key, post, errors, signals };
}

async function labels(prefix: string): Promise<string[]> {
  const sql = "select label from note where label like $1 || '%' order by label";
  return (await own.query<{ label: string }>(sql, [prefix])).rows.map(({ label }) => label);
}

describe('work that the handler of a keyed request leaves behind', () => {
  beforeEach(() => {
    pool = openPool(1);
  });

  it('does not run in the transaction of another request, and is kept when that one is rolled back', async () => {
    const six = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    let requests = 0;
    const { post } = await startNotes(async (executor, title) => {
      requests += 1;
      if (requests === 1) {
        void six.promise
          .then(() => executor().query("insert into note values ('left behind')"))
          .then(() => written.resolve(), written.reject);
      }
      await executor().query('insert into note values ($1)', [title]);
      if (requests < 7) return;
      // The work goes on in the middle of this transaction, which is undone.
      six.resolve();
      await own.query('select 1');
      throw new Error('a bug in the handler');
    });
    const statuses: number[] = [];
    for (let index = 1; index <= 7; index += 1) statuses.push((await post(`left ${index}`)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 500]);
    await written.promise;
    expect(await labels('left')).toEqual(['left 1', 'left 2', 'left 3', 'left 4', 'left 5', 'left 6', 'left behind']);
  });

  it('cannot run statements when it kept the transaction', async () => {
    let kept: SqlExecutor | undefined;
    const { post } = await startNotes(async (executor) => {
      kept ??= executor();
    });
    expect((await post('kept')).status).toBe(201);
    const other = Promise.withResolvers<void>();
    const { post: postOther } = await startNotes(async () => {
      await expect(kept?.query("insert into note values ('kept')")).rejects.toThrow('The transaction has ended');
      other.resolve();
    });
    expect((await postOther('other')).status).toBe(201);
    await other.promise;
    expect(await labels('kept')).toEqual([]);
  });
});

describe('slow keyed requests', () => {
  it('leave connections in a pool of eight for reads of their handlers outside the transaction', async () => {
    pool = openPool(8);
    const eight = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const { post } = await startNotes(async (executor, title) => {
      running += 1;
      most = Math.max(most, running);
      // Held until as many run as may: without a bound that would be all of them.
      if (running === 6) eight.resolve();
      await eight.promise;
      await executor().query('insert into note values ($1)', [title]);
      await pool.query('select 1');
      running -= 1;
    });
    const responses = await Promise.all(Array.from({ length: 16 }, (_, index) => post(`slow ${index}`)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(most).toBe(6);
    expect(await labels('slow')).toHaveLength(16);
  });

  it('run one at a time with a pool of one', async () => {
    pool = openPool(1);
    const { post } = await startNotes(async (executor, title) => {
      await executor().query('insert into note values ($1)', [title]);
    });
    const responses = await Promise.all(Array.from({ length: 4 }, (_, index) => post(`single ${index}`)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });

  it('are 429 with Retry-After when their turn does not come in time', async () => {
    pool = openPool(2);
    const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { post, errors } = await startNotes(
      async () => {
        started.resolve();
        await end.promise;
      },
      { maxWaitMs: 1 },
    );
    const first = post('first');
    await started.promise;
    const second = await post('second');
    expect([second.status, second.error?.code, second.headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
    end.resolve();
    expect((await first).status).toBe(201);
    expect(errors).toEqual([]);
  });

  it('are 429 immediately when too many are waiting', async () => {
    pool = openPool(2);
    const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const handle = async () => {
      started.resolve();
      await end.promise;
    };
    const { post } = await startNotes(handle, { maxWaiting: 0 });
    const first = post('first');
    await started.promise;
    expect((await post('second')).status).toBe(429);
    end.resolve();
    expect((await first).status).toBe(201);
  });

  it('give up their place when their client disconnects, and do not run', async () => {
    pool = openPool(2);
    const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ran: string[] = [];
    const { url, key, post, errors, signals } = await startNotes(async (_executor, title) => {
      ran.push(title);
      started.resolve();
      await end.promise;
    });
    const first = post('first');
    await started.promise;
    const leaving = new AbortController();
    const abandoned = fetch(`${url}/todos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'leaves' },
      body: JSON.stringify({ title: 'leaves' }),
      signal: leaving.signal,
    });
    abandoned.catch(() => undefined);
    await expect.poll(() => signals.length).toBe(2);
    leaving.abort();
    await expect.poll(() => signals[1]?.aborted).toBe(true);
    end.resolve();
    expect([(await first).status, (await post('next')).status]).toEqual([201, 201]);
    expect([ran, errors]).toEqual([['first', 'next'], []]);
  });
});
