import { createMemoryRateLimitStore, type RateLimitStore } from '@contract-kit/middleware';
import { createPostgresRateLimitStore, postgresSchema } from '@contract-kit/middleware/postgres';
import { createRedisRateLimitStore } from '@contract-kit/middleware/redis';
import { startEmbeddedPostgres } from '@product-content/test-support/embedded-postgres';
import { hasRedis, startRedis } from '@product-content/test-support/servers/redis-server';
import { Redis } from 'ioredis';
import pg from 'pg';
import { type Benchmark, interleave, type Row, type Scale } from './benchmark.ts';

const concurrency = 32;
const policy = { name: 'standard', limit: 600, windowMs: 60_000 };
const keys = Array.from({ length: 50 }, (_, index) => `key:${index}`);

type Work = (turn: number) => unknown;

/**
 * The stores of the rate limit with full windows of 600, as busy keys have them, each beside the least its server can
 * be asked for: `select 1`, `PING`. The rows of Redis need a redis-server.
 */
export const rateLimit: Benchmark = {
  name: 'rate-limit',
  async measure(scale) {
    const postgres = await startEmbeddedPostgres({ onDisk: !scale.quick });
    const pool = new pg.Pool({ connectionString: await postgres.createDatabase('bench'), max: 16 });
    const server = hasRedis ? await startRedis() : null;
    const redis = server === null ? null : new Redis(server.url);
    try {
      await pool.query(postgresSchema.rateLimitWindow());
      const inPostgres = createPostgresRateLimitStore({ query: (text, values) => pool.query(text, values) });
      const rows = [
        await measureStore(scale, 'in memory', createMemoryRateLimitStore()),
        await measureStore(scale, 'in PostgreSQL, beside select 1', inPostgres, () => pool.query('select 1')),
      ];
      if (redis === null) {
        scale.say('skipped: the rate limit in Redis, because there is no redis-server');
        return rows;
      }
      const inRedis = createRedisRateLimitStore({ send: ([name, ...args]) => redis.call(name, ...args) });
      return [...rows, await measureStore(scale, 'in Redis, beside PING', inRedis, () => redis.ping())];
    } finally {
      redis?.disconnect();
      await server?.stop();
      await pool.end();
      await postgres.stop();
    }
  },
};

async function measureStore(scale: Scale, place: string, store: RateLimitStore, floor?: Work): Promise<Row> {
  const take: Work = (turn) => store.take(keys[turn % keys.length] as string, policy);
  await run(take, { turns: scale.pick(700 * keys.length, keys.length) });
  const measure = (work: Work) => () => run(work, { seconds: scale.pick(1, 0.1) });
  const work = `rate limit ${place}`;
  const rounds = scale.pick(5, 1);
  if (floor === undefined) {
    const { ours } = await interleave(rounds, { ours: measure(take) });
    return { work, unit: 'checks/s', ours, aim: { atLeast: 500_000 } };
  }
  const figures = await interleave(rounds, { floor: measure(floor), ours: measure(take) });
  return { work, unit: 'checks/s', ...figures, aim: { ratioAtLeast: 0.4 } };
}

/** Turns a second, of so many turns or for a time. */
async function run(work: Work, until: { readonly turns: number } | { readonly seconds: number }): Promise<number> {
  const begin = performance.now();
  let turn = 0;
  const goesOn = () => ('turns' in until ? turn < until.turns : performance.now() < begin + until.seconds * 1000);
  const worker = async () => {
    while (goesOn()) {
      const result = work(turn++);
      if (result instanceof Promise) await result;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (turn / (performance.now() - begin)) * 1000;
}
