import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasRedis, type RedisServer, startRedis } from '@product-content/test-support/servers/redis-server';
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createMemoryRateLimitStore } from '../rate-limit/memory-rate-limit-store.ts';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import { withFallback } from '../rate-limit/with-fallback.ts';
import { describeRateLimitStore } from '../testing/index.ts';
import { falseDenials, type Observation, overAdmissions } from '../testing/rolling-window-rule.ts';
import { createRedisRateLimitStore, type RedisCommand, type RedisRateLimitStore } from './index.ts';

const hourMs = 3_600_000;

describe.skipIf(!hasRedis)('Redis', () => {
  let server: RedisServer;
  let redis: Redis;
  let store: RedisRateLimitStore;
  /** What was sent, without the text of the script. */
  const sent: string[] = [];
  const send = ([name, ...args]: RedisCommand) => {
    sent.push(name);
    return redis.call(name, ...args);
  };

  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    store = createRedisRateLimitStore({ send });
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  describeRateLimitStore('Redis', async () => ({
    store,
    now: () => performance.now(),
    advance: async (ms) => {
      await delay(ms);
    },
  }));

  /** The times in the ring of a key, in microseconds, oldest first. */
  async function readRing(key: string): Promise<number[]> {
    const ring = (await redis.getBuffer(key)) ?? Buffer.alloc(0);
    const [head, count, slots] = [ring.readUInt32LE(0), ring.readUInt32LE(4), (ring.length - 8) / 8];
    return Array.from({ length: count }, (_, position) => ring.readDoubleLE(8 + 8 * ((head + position) % slots)));
  }

  async function readCount(client: Redis, key: string): Promise<number | undefined> {
    return (await client.getBuffer(key))?.readUInt32LE(4);
  }

  async function writeRing(key: string, times: readonly number[]): Promise<void> {
    const ring = Buffer.alloc(8 + 8 * times.length);
    ring.writeUInt32LE(times.length, 4);
    for (const [position, time] of times.entries()) ring.writeDoubleLE(time, 8 + 8 * position);
    await redis.set(key, ring);
  }

  async function serverTime(): Promise<number> {
    const [seconds, microseconds] = await redis.time();
    return Number(seconds) * 1_000_000 + Number(microseconds);
  }

  test('is called once for each request', async () => {
    await store.take('once', { name: 'standard', limit: 5, windowMs: 1000 });
    sent.length = 0;
    for (let count = 0; count < 3; count += 1) {
      await store.take('once', { name: 'standard', limit: 5, windowMs: 1000 });
    }
    expect(sent).toEqual(['EVALSHA', 'EVALSHA', 'EVALSHA']);
  });

  test('gets the script again when it has lost it', async () => {
    const policy = { name: 'flushed', limit: 2, windowMs: hourMs };
    await store.take('ada', policy);
    await redis.script('FLUSH');
    sent.length = 0;
    const decisions = await Promise.all([store.take('ada', policy), store.take('ada', policy)]);
    expect(decisions.map(({ admitted }) => admitted)).toEqual([true, false]);
    await store.take('ada', policy);
    expect(sent.at(-1)).toBe('EVALSHA');
  });

  test('stores a full window of 600 in little more than 5 kB, and drops it after the window', async () => {
    const policy = { name: 'large', limit: 600, windowMs: 2_000 };
    for (let count = 0; count < 650; count += 1) await store.take('bob', policy);
    expect(await redis.memory('USAGE', 'rate-limit:{bob}:large')).toBeLessThanOrEqual(5300);
    await expect.poll(() => redis.exists('rate-limit:{bob}:large')).toBe(0);
  });

  test('stores little for a caller with few requests', async () => {
    await store.take('rare', { name: 'large', limit: 600, windowMs: hourMs });
    expect(await redis.memory('USAGE', 'rate-limit:{rare}:large')).toBeLessThanOrEqual(200);
  });

  test('drops requests that have left the ring', async () => {
    const policy = { name: 'around', limit: 20, windowMs: hourMs };
    const key = 'rate-limit:{ada}:around';
    const now = await serverTime();
    const hours = [...Array(15).fill(1.5), 0.9, 0.8, 0.7, 0.6, 0.5];
    await writeRing(
      key,
      hours.map((age: number) => now - age * hourMs * 1000),
    );
    expect(await store.take('ada', policy)).toMatchObject({ admitted: true, remaining: 14 });
    const times = await readRing(key);
    expect(times).toHaveLength(6);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('makes no caller wait longer than a window after its clock was set back', async () => {
    const policy = { name: 'clock', limit: 3, windowMs: 60_000 };
    const ahead = (await serverTime()) + 3_600_000_000;
    await writeRing('rate-limit:{eve}:clock', [ahead - 59_000_000, ahead - 1_000_000, ahead]);
    const denied = await store.take('eve', policy);
    expect(denied).toMatchObject({ admitted: false, remaining: 0 });
    expect(denied.resetMs).toBeCloseTo(1000, -2);
    await expect.poll(async () => (await store.take('eve', policy)).admitted).toBe(true);
    const times = await readRing('rate-limit:{eve}:clock');
    expect(times).toHaveLength(3);
    expect(times.at(-1)).toBeLessThanOrEqual(await serverTime());
  });

  test('separates policies and subjects whatever characters are in their names', async () => {
    const pairs = [
      ['a:b', 'c'],
      ['a', 'b:c'],
      ['a', '{b}:c'],
      ['ä%', ' '],
    ] as const;
    for (const [name, subject] of pairs) {
      expect(await store.take(subject, { name, limit: 1, windowMs: hourMs })).toMatchObject({ admitted: true });
    }
  });

  test('lets several processes with several connections each count together, exactly', async () => {
    const policy = { name: 'processes', limit: 10, windowMs: 300 };
    const program = fileURLToPath(new URL('../../test-support/take-slots.ts', import.meta.url));
    const observations = await Promise.all(
      [0, 1, 2].map(async () => {
        const child = fork(program, [server.url, JSON.stringify(policy), '3', '4']);
        const [seen] = (await once(child, 'message')) as [Observation[]];
        return seen;
      }),
    );
    const all = observations.flat();
    expect(overAdmissions(all, policy)).toEqual([]);
    expect(falseDenials(all, policy)).toEqual([]);
    expect(all.filter(({ admitted }) => admitted).length).toBeGreaterThan(policy.limit);
  });

  test('fails while it is unavailable, and counts again when it returns', async () => {
    const own = await startRedis();
    const client = new Redis(own.url, { enableOfflineQueue: false, commandTimeout: 300, retryStrategy: () => 20 });
    client.on('error', () => undefined);
    onTestFinished(async () => {
      client.disconnect();
      await own.stop();
    });
    const away = createRedisRateLimitStore({ send: ([name, ...args]) => client.call(name, ...args) });
    const policy = { name: 'standard', limit: 2, windowMs: hourMs };
    const take = () => away.take('ada', policy);
    await once(client, 'ready');
    await take();
    own.pause();
    await expect(take()).rejects.toThrow('Command timed out');
    own.resume();
    await expect.poll(() => take().catch(() => null)).not.toBeNull();
    await own.kill();
    await expect(take()).rejects.toThrow();
    await own.start();
    await expect.poll(() => take().catch(() => null)).toMatchObject({ admitted: true });
  });

  test('that restarts empty lets no process admit more than the limit, and all together at most twice the limit', async () => {
    const own = await startRedis();
    const client = new Redis(own.url, { enableOfflineQueue: false, commandTimeout: 300, retryStrategy: () => 20 });
    client.on('error', () => undefined);
    onTestFinished(async () => {
      client.disconnect();
      await own.stop();
    });
    await once(client, 'ready');
    const shared = createRedisRateLimitStore({ send: ([name, ...args]) => client.call(name, ...args) });
    const createProcess = () => {
      return withFallback(shared, createMemoryRateLimitStore(), { onError: () => undefined, pauseMs: 0 });
    };
    const [first, second] = [createProcess(), createProcess()];
    const policy = { name: 'standard', limit: 20, windowMs: hourMs };
    const admitted = async (store: RateLimitStore, times: number) => {
      const decisions = [];
      for (let count = 0; count < times; count += 1) decisions.push(await store.take('ada', policy));
      return decisions.filter((decision) => decision.admitted).length;
    };
    expect([await admitted(first, 15), await admitted(second, 10)]).toEqual([15, 5]);
    await own.kill();
    expect(await admitted(first, 3)).toBe(3);
    await own.start();
    await expect.poll(() => shared.take('eve', policy).catch(() => null)).not.toBeNull();
    expect(await admitted(first, 25)).toBe(20 - 15 - 3);
    expect(await admitted(second, 25)).toBe(20 - 5);
    // Redis has counted the last of them, and none before.
    expect(await readCount(client, 'rate-limit:{ada}:standard')).toBe(2 + 15);
  });

  test('may be a cluster', async () => {
    const own = await startRedis(['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1']);
    const node = new Redis(own.url);
    onTestFinished(async () => {
      node.disconnect();
      await own.stop();
    });
    await node.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await expect.poll(() => node.call('CLUSTER', 'INFO')).toContain('cluster_state:ok');
    const cluster = new Cluster([own.url]);
    onTestFinished(() => cluster.disconnect());
    const spread = createRedisRateLimitStore({ send: ([name, ...args]) => cluster.call(name, ...args) });
    const policy = { name: 'standard', limit: 1, windowMs: hourMs };
    for (const subject of ['a', 'b', 'c']) {
      expect((await spread.take(subject, policy)).admitted).toBe(true);
      expect((await spread.take(subject, policy)).admitted).toBe(false);
      const [standard, daily] = await spread.takeAll(subject, [policy, { ...policy, name: 'daily' }]);
      expect([standard?.admitted, daily?.admitted]).toEqual([false, true]);
    }
  });
});
