import { hasRedis, type RedisServer, startRedis } from '@product-content/test-support/servers/redis-server';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { Config } from '../config/index.ts';

/** An app until the end of the test. */
async function start(settings: Partial<Config>): Promise<TestApp> {
  const app = await startTestApp(settings);
  onTestFinished(() => app.stop());
  return app;
}

async function statusOf({ baseUrl }: TestApp, key: string): Promise<number> {
  return (await fetch(`${baseUrl}/me`, { headers: { 'X-API-Key': key } })).status;
}

let redis: RedisServer;
beforeAll(async () => {
  if (hasRedis) redis = await startRedis();
});
afterAll(() => redis?.stop());

const places = [
  { rateLimitStore: 'memory', isHere: true, isShared: false },
  { rateLimitStore: 'postgres', isHere: true, isShared: true },
  { rateLimitStore: 'redis', isHere: hasRedis, isShared: true },
] as const;

for (const { rateLimitStore, isHere, isShared } of places) {
  describe.skipIf(!isHere)(`requests counted in ${rateLimitStore}`, () => {
    const settings = () => ({ rateLimitStore, redisUrl: redis?.url ?? null, rateLimit: 4 });

    it('are limited by RATE_LIMIT', async () => {
      const app = await start(settings());
      const statuses = await Promise.all(Array.from({ length: 7 }, () => statusOf(app, app.key)));
      expect(statuses.sort()).toEqual([200, 200, 200, 200, 429, 429, 429]);
    });

    if (!isShared) return;

    it('are counted for all processes together', async () => {
      const first = await start(settings());
      const second = await start({ ...settings(), databaseUrl: first.databaseUrl });
      const statuses = [];
      for (const app of [first, second, first, second, first, second]) statuses.push(await statusOf(app, first.key));
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    });
  });
}

describe.skipIf(!hasRedis)('an unavailable Redis', () => {
  /** An app whose Redis the test stops and starts. */
  async function startWithRedis(rateLimit: number) {
    const own = await startRedis();
    onTestFinished(() => own.stop());
    const app = await start({ rateLimitStore: 'redis', redisUrl: own.url, rateLimit });
    /**
     * Sends a request with a new key, which the process has not counted yet. @returns how many keys Redis then counts.
     */
    const countNewKey = async () => {
      await statusOf(app, await app.createKey());
      const client = new Redis(own.url, { lazyConnect: true });
      try {
        await client.connect();
        return await client.dbsize();
      } finally {
        client.disconnect();
      }
    };
    return { own, app, countNewKey };
  }

  it('does not prevent processes from starting or serving requests: each counts separately', async () => {
    const { own, app, countNewKey } = await startWithRedis(2);
    await own.kill();
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push(await statusOf(app, app.key));
    expect(statuses).toEqual([200, 200, 429]);
    await own.start();
    await expect.poll(countNewKey).toBeGreaterThan(0);
  });

  it('that returns empty gives nobody a second limit in the same window', async () => {
    const { own, app, countNewKey } = await startWithRedis(3);
    const statuses = () => Promise.all(Array.from({ length: 5 }, () => statusOf(app, app.key)));
    expect((await statuses()).sort()).toEqual([200, 200, 200, 429, 429]);
    await own.kill();
    await own.start();
    await expect.poll(countNewKey).toBeGreaterThan(0);
    expect(await statuses()).toEqual([429, 429, 429, 429, 429]);
  });
});
