import { setTimeout as delay } from 'node:timers/promises';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresRateLimitStore, type PostgresRateLimitStore, postgresSchema } from './index.ts';

let database: ScratchDatabase;
/** Two processes have two pools. */
let pools: pg.Pool[];
let stores: PostgresRateLimitStore[];

beforeAll(async () => {
  database = await createScratchDatabase();
  pools = [0, 1].map(() => new pg.Pool({ connectionString: database.url, max: 8 }));
  stores = pools.map((pool) => createPostgresRateLimitStore({ query: (text, values) => pool.query(text, values) }));
  await pools[0]?.query(postgresSchema.rateLimitWindow());
});

afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

describe('the PostgreSQL rate-limit store', () => {
  test('lets all processes count together', async () => {
    const policy = { name: 'standard', limit: 100, windowMs: 3_600_000 };
    const decisions = await Promise.all(
      Array.from({ length: 160 }, (_, index) => stores[index % 2]?.take('ada', policy)),
    );
    expect(decisions.filter((decision) => decision?.admitted)).toHaveLength(100);
    const remaining = decisions.filter((decision) => decision?.admitted).map((decision) => decision?.remaining);
    expect(new Set(remaining).size).toBe(100);
  });

  test('does not deadlock when requests name new policies in different orders', async () => {
    const policies = Array.from({ length: 200 }, (_, index) => ({
      name: `order-${index}`,
      limit: 9,
      windowMs: 3_600_000,
    }));
    for (let round = 0; round < 10; round += 1) {
      const takes = Array.from({ length: 8 }, (_, index) =>
        stores[index % 2]?.takeAll(`subject-${round}`, index % 2 === 0 ? policies : policies.toReversed()),
      );
      const admitted = (await Promise.all(takes)).flatMap((decisions) => decisions?.filter((each) => each.admitted));
      expect(admitted).toHaveLength(8 * policies.length);
    }
  });

  test('keeps a full window of 600 in its row', async () => {
    const policy = { name: 'large', limit: 600, windowMs: 3_600_000 };
    const sql = `insert into rate_limit_window
      select 'bob', 'large', array_agg(moment order by moment), true, max(moment), now() + interval '1 hour'
      from (select (extract(epoch from now()) * 1000000)::bigint - 600 + step as moment from generate_series(1, 599) step) times`;
    await pools[0]?.query(sql);
    expect(await stores[0]?.take('bob', policy)).toMatchObject({ admitted: true, remaining: 0 });
    expect(await stores[1]?.take('bob', policy)).toMatchObject({ admitted: false, remaining: 0 });
    const { rows } = await (pools[0] as pg.Pool).query(
      `select pg_relation_size(reltoastrelid) as outside from pg_class where relname = 'rate_limit_window'`,
    );
    expect(rows).toEqual([{ outside: '0' }]);
  });

  test('does not let time run backwards when the clock of the server is set back', async () => {
    const policy = { name: 'clock', limit: 2, windowMs: 60_000 };
    const ahead = `insert into rate_limit_window
      select 'eve', 'clock', array[moment], true, moment, now() from (
        select ((extract(epoch from now()) + 30) * 1000000)::bigint as moment) as future`;
    await pools[0]?.query(ahead);
    expect(await stores[0]?.take('eve', policy)).toMatchObject({ admitted: true, remaining: 0, resetMs: 60_000 });
    expect(await stores[0]?.take('eve', policy)).toMatchObject({ admitted: false, resetMs: 60_000 });
  });

  test('sweeps the windows of subjects that have been idle', async () => {
    const brief = { name: 'brief', limit: 1, windowMs: 20 };
    for (const subject of ['a', 'b', 'c']) await stores[0]?.take(subject, brief);
    await stores[0]?.take('busy', { name: 'long', limit: 1, windowMs: 3_600_000 });
    await delay(30);
    await stores[0]?.sweep({ batchSize: 2 });
    const { rows } = await (pools[0] as pg.Pool).query(
      `select subject from rate_limit_window where policy in ('brief', 'long')`,
    );
    expect(rows).toEqual([{ subject: 'busy' }]);
  });

  test('is not written to the WAL, so a request does not wait for the disk', async () => {
    const { rows } = await (pools[0] as pg.Pool).query(
      `select relpersistence as kind from pg_class where relname = 'rate_limit_window'`,
    );
    expect(rows).toEqual([{ kind: 'u' }]);
  });
});
