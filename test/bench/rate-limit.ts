import process from 'node:process';
import { parseArgs } from 'node:util';
import { createMemoryRateLimitStore, type RateLimitStore } from '@contract-kit/middleware';
import { createPostgresRateLimitStore, postgresSchema } from '@contract-kit/middleware/postgres';
import { createRedisRateLimitStore } from '@contract-kit/middleware/redis';
import { startEmbeddedPostgres } from '@product-content/test-support/embedded-postgres';
import { hasRedis, startRedis } from '@product-content/test-support/servers/redis-server';
import { Redis } from 'ioredis';
import pg from 'pg';
import { median } from './load.ts';

/**
 * Measures the stores of the rate limit, full windows of 600 as busy keys have them, each beside the least its server
 * can be asked: `select 1`, `PING`. Rounds are interleaved and medians compared.
 *
 *   node test/bench/rate-limit.ts [--rounds 5] [--seconds 1] [--keys 50]
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    /** Busy keys at the same time. */
    keys: { type: 'string', default: '50' },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const keys = Array.from({ length: Number(options.keys) }, (_, index) => `key:${index}`);
const concurrency = 32;
const policy = { name: 'standard', limit: 600, windowMs: 60_000 };

interface Contestant {
  readonly name: string;
  readonly work: (turn: number) => unknown;
  readonly rates: number[];
}

const take = (store: RateLimitStore) => (turn: number) => store.take(keys[turn % keys.length] as string, policy);
const contestant = (name: string, work: Contestant['work']): Contestant => ({ name, work, rates: [] });
const write = (text: string) => process.stdout.write(`${text}\n`);

const postgres = await startEmbeddedPostgres();
const pool = new pg.Pool({ connectionString: await postgres.createDatabase('bench'), max: 16 });
await pool.query(postgresSchema.rateLimitWindow());
const contestants = [
  contestant('memory', take(createMemoryRateLimitStore())),
  contestant('PostgreSQL, floor: select 1', () => pool.query('select 1')),
  contestant('PostgreSQL', take(createPostgresRateLimitStore({ query: (text, values) => pool.query(text, values) }))),
];
const server = hasRedis ? await startRedis() : null;
const redis = server === null ? null : new Redis(server.url);
if (redis !== null) {
  contestants.push(
    contestant('Redis, floor: PING', () => redis.ping()),
    contestant('Redis', take(createRedisRateLimitStore({ send: ([name, ...args]) => redis.call(name, ...args) }))),
  );
}
try {
  for (const { work } of contestants) await ratePerSecond(work, 700 * keys.length);
  for (let round = 0; round < rounds; round += 1) {
    for (const { work, rates } of contestants) rates.push(await ratePerSecond(work));
  }
  for (const { name, rates } of contestants) write(`${name.padEnd(30)}${median(rates).toFixed(0).padStart(10)}/s`);
  if (redis !== null)
    write(`bytes of a full window in Redis: ${await redis.memory('USAGE', 'rate-limit:standard:key:0')}`);
} finally {
  redis?.disconnect();
  await server?.stop();
  await pool.end();
  await postgres.stop();
}

/** @param turns as many; without them for the time of a round. */
async function ratePerSecond(work: Contestant['work'], turns = Number.POSITIVE_INFINITY): Promise<number> {
  const begin = performance.now();
  const end = turns === Number.POSITIVE_INFINITY ? begin + seconds * 1000 : Number.POSITIVE_INFINITY;
  let turn = 0;
  const worker = async () => {
    while (turn < turns && performance.now() < end) {
      const result = work(turn++);
      if (result instanceof Promise) await result;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (turn / (performance.now() - begin)) * 1000;
}
