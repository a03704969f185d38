import { randomBytes, randomUUID } from 'node:crypto';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BodyStore, createMemoryBodyStore } from '../idempotency/body-store.ts';
import type { Execution } from '../idempotency/idempotency-store.ts';
import { createFakeClock } from '../testing/index.ts';
import { createPoolTransactionRunner, createPostgresIdempotencyStore, postgresSchema } from './index.ts';

let database: ScratchDatabase;
/** Two processes have two pools. */
let pools: pg.Pool[];

beforeAll(async () => {
  database = await createScratchDatabase();
  pools = [0, 1].map(() => new pg.Pool({ connectionString: database.url, max: 4 }));
  await pools[0]?.query(postgresSchema.idempotencyRecord({ scopeType: 'text' }));
  await pools[0]?.query('create table change (label text not null)');
});

afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

const done: Execution = { response: { status: 201, headers: {}, body: null }, keep: 'change-and-response' };
const claimOf = (key: string) => {
  const claim = { scope: 'acme', caller: null, key, route: 'todos.create', fingerprint: 'f1', ttlMs: 60_000 };
  return { ...claim, large: false };
};

function openStore(index: number, table?: string) {
  const pool = pools[index] as pg.Pool;
  const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
  return {
    store: createPostgresIdempotencyStore({ transaction, ...(table && { table }) }),
    change: (label: string) => currentTransaction()?.query('insert into change values ($1)', [label]),
  };
}

async function changes(label: string): Promise<number> {
  const { rows } = await (pools[0] as pg.Pool).query('select from change where label = $1', [label]);
  return rows.length;
}

describe('the PostgreSQL idempotency store', () => {
  test('replays in one process what another has executed', async () => {
    const claim = claimOf(randomUUID());
    await openStore(0).store.execute(claim, async () => done);
    const replay = await openStore(1).store.execute(claim, () => Promise.reject(new Error('executed twice')));
    expect(replay).toEqual({ kind: 'replayed', response: done.response });
  });

  test('returns in_progress in one process while another executes', async () => {
    const claim = claimOf(randomUUID());
    const other = openStore(1).store;
    await openStore(0).store.execute(claim, async () => {
      expect(await other.execute(claim, async () => done)).toEqual({ kind: 'in_progress' });
      return done;
    });
  });

  test('rolls the change back when a store that names the table differently has responded in the meantime', async () => {
    const claim = claimOf(randomUUID());
    const { store, change } = openStore(0);
    const racing = store.execute(claim, async () => {
      await change('raced');
      await openStore(1, 'public.idempotency_record').store.execute(claim, async () => done);
      return done;
    });
    await expect(racing).rejects.toThrow('has stored a response');
    expect(await changes('raced')).toBe(0);
  });

  test('uses the clock of the database server by default', async () => {
    const claim = claimOf(randomUUID());
    await openStore(0).store.execute(claim, async () => done);
    const { rows } = await (pools[0] as pg.Pool).query(
      `select expires_at - completed_at = interval '60 seconds' as kept, completed_at between now() - interval '1 minute' and now() + interval '1 minute' as current
       from idempotency_record where key = $1`,
      [claim.key],
    );
    expect(rows).toEqual([{ kept: true, current: true }]);
  });

  test('stores responses with zero bytes and large bodies', async () => {
    const claim = claimOf(randomUUID());
    const body = Buffer.alloc(2_000_000, 'a\0\xff', 'latin1');
    const response = { status: 200, headers: { 'content-type': 'text/csv' }, body };
    await openStore(0).store.execute(claim, async () => ({ response, keep: 'change-and-response' }));
    expect(await openStore(1).store.execute(claim, async () => done)).toEqual({ kind: 'replayed', response });
  });

  test('compresses a body, unless it is small or does not get smaller', async () => {
    const key = randomUUID();
    const text = Buffer.from('{"title":"Milk"},'.repeat(1000));
    const bodies = { text, small: Buffer.from('{}'), random: randomBytes(5000) };
    for (const [route, body] of Object.entries(bodies)) {
      const response = { status: 200, headers: {}, body };
      const claim = { ...claimOf(key), route };
      await openStore(0).store.execute(claim, async () => ({ response, keep: 'change-and-response' }));
      expect(await openStore(1).store.execute(claim, async () => done)).toEqual({ kind: 'replayed', response });
    }
    const { rows } = await (pools[0] as pg.Pool).query(
      'select route, encoding, length(body) as bytes from idempotency_record where key = $1 order by route',
      [key],
    );
    expect(rows).toEqual([
      { route: 'random', encoding: null, bytes: 5000 },
      { route: 'small', encoding: null, bytes: 2 },
      { route: 'text', encoding: 'zstd', bytes: expect.toSatisfy((bytes: number) => bytes < 200) },
    ]);
  });

  test.each(['record; drop table change', 'a.b.c', ' ', 'x"y'])('refuses the table name %j', (table) => {
    expect(() => openStore(0, table)).toThrow(TypeError);
  });

  test('uses the savepoint of a transaction that provides one', async () => {
    const pool = pools[0] as pg.Pool;
    const calls: string[] = [];
    const store = createPostgresIdempotencyStore({
      transaction: (work) =>
        createPoolTransactionRunner(pool).transaction((transaction) =>
          work({
            query: (text, values) => transaction.query(text, values),
            savepoint: async (inner) => {
              calls.push('savepoint');
              return inner();
            },
          }),
        ),
    });
    await store.execute(claimOf(randomUUID()), async () => done);
    expect(calls).toEqual(['savepoint']);
  });
});

describe('bodies that are too large for the table', () => {
  /** A store with a folder of bodies, its clock, and a response whose body is over 64 KiB however it is compressed. */
  function setUp(bodies: BodyStore = createMemoryBodyStore()) {
    const clock = createFakeClock(Date.now());
    const { transaction } = createPoolTransactionRunner(pools[0] as pg.Pool);
    const store = createPostgresIdempotencyStore({ transaction, bodies, clock });
    const response = { status: 200, headers: { 'content-type': 'text/csv' }, body: randomBytes(100_000) };
    const run = async (): Promise<Execution> => ({ response, keep: 'change-and-response' });
    const kept = async () => {
      const keys: string[] = [];
      for await (const { key } of bodies.list()) keys.push(key);
      return keys;
    };
    return { store, bodies, clock, response, run, kept };
  }

  test('go to the body store and are replayed byte for byte', async () => {
    const { store, response, run, kept } = setUp();
    const claim = claimOf(randomUUID());
    await store.execute(claim, run);
    expect(await store.execute(claim, run)).toEqual({ kind: 'replayed', response });
    const { rows } = await (pools[0] as pg.Pool).query('select body, body_key from idempotency_record where key = $1', [
      claim.key,
    ]);
    expect(rows).toEqual([{ body: null, body_key: expect.any(String) }]);
    expect(await kept()).toEqual([rows[0]?.body_key]);
  });

  test('stay in the table up to 64 KiB as compressed', async () => {
    const { store, kept } = setUp();
    const body = Buffer.from('key;name\n'.repeat(200_000));
    await store.execute(claimOf(randomUUID()), async () => ({
      response: { status: 200, headers: {}, body },
      keep: 'change-and-response',
    }));
    expect(await kept()).toEqual([]);
  });

  test('are swept with their record', async () => {
    const { store, clock, run, kept } = setUp();
    await store.execute(claimOf(randomUUID()), run);
    await store.execute({ ...claimOf(randomUUID()), ttlMs: 5 }, run);
    expect(await kept()).toHaveLength(2);
    clock.advance(6);
    expect(await store.sweep()).toBeGreaterThanOrEqual(1);
    expect(await kept()).toHaveLength(1);
  });

  test('are written before the commit, so that a request that fails then is executed again', async () => {
    const memory = createMemoryBodyStore();
    let pid = 0;
    const { store, run, kept } = setUp({
      ...memory,
      async put(key, body) {
        await memory.put(key, body);
        await (pools[1] as pg.Pool).query('select pg_terminate_backend($1, 5000)', [pid]);
      },
    });
    const claim = claimOf(randomUUID());
    const cutOff = store.execute(claim, async () => {
      const { rows } = await (pools[1] as pg.Pool).query(
        "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      );
      pid = rows[0]?.pid;
      return run();
    });
    await expect(cutOff).rejects.toThrow();
    expect(await kept()).toHaveLength(1);
    const again = setUp(memory);
    expect(await again.store.execute(claim, again.run)).toMatchObject({ kind: 'executed' });
    expect(await again.store.execute(claim, again.run)).toEqual({ kind: 'replayed', response: again.response });
    expect(await again.kept()).toHaveLength(2);
  });

  test('are deleted after a day when no record refers to them', async () => {
    const { store, bodies, clock, response, run, kept } = setUp();
    const claim = { ...claimOf(randomUUID()), ttlMs: 1_000_000_000 };
    await store.execute(claim, run);
    const [named] = await kept();
    await bodies.put(randomUUID(), Buffer.from('left by a crash'));
    expect(await store.sweepBodies()).toBe(0);
    clock.advance(25 * 3_600_000);
    expect(await store.sweepBodies()).toBe(1);
    expect(await kept()).toEqual([named]);
    expect(await store.execute(claim, run)).toEqual({ kind: 'replayed', response });
  });

  test('fail the repetition when they are lost, without doing the work again', async () => {
    const { store, bodies, run, kept } = setUp();
    const claim = claimOf(randomUUID());
    await store.execute(claim, run);
    await bodies.delete(await kept());
    let calls = 0;
    const again = store.execute(claim, async () => {
      calls += 1;
      return run();
    });
    await expect(again).rejects.toThrow('is missing');
    expect(calls).toBe(0);
  });

  test('fail the request when they cannot be stored, and then no part of it is kept', async () => {
    const { store, run } = setUp({
      ...createMemoryBodyStore(),
      put: () => Promise.reject(new Error('the disk is full')),
    });
    const claim = claimOf(randomUUID());
    await expect(store.execute(claim, run)).rejects.toThrow('the disk is full');
    const again = setUp();
    expect(await again.store.execute(claim, again.run)).toMatchObject({ kind: 'executed' });
  });
});

test('the sum of a scope equals its records, whatever is stored, replaced and swept concurrently', async () => {
  const scope = `sums ${randomUUID()}`;
  const stores = [openStore(0).store, openStore(1).store];
  const work = stores.flatMap((store, index) => [
    ...Array.from({ length: 30 }, async (_, count) => {
      const claim = {
        ...claimOf(`k${count % 4}`),
        scope,
        route: `r${index}`,
        large: count % 5 > 0,
        ttlMs: (count % 3) + 0.1,
      };
      const response = { status: 200, headers: {}, body: randomBytes(count) };
      await store.execute(claim, async () => ({ response, keep: 'change-and-response' }));
    }),
    ...Array.from({ length: 10 }, () => store.sweep({ batchSize: 3 })),
  ]);
  await Promise.all(work);
  const { rows } = await (pools[0] as pg.Pool).query(
    `select (select counted_bytes from idempotency_record_usage where tenant_id = $1) as usage,
       (select coalesce(sum(counted_bytes), 0) from idempotency_record where tenant_id = $1) as counted`,
    [scope],
  );
  expect(rows[0]?.usage).toBe(rows[0]?.counted);
});
