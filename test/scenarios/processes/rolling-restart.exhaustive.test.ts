import { hasRedis } from '@product-content/test-support/servers/redis-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fleet, startFleet } from './fleet.ts';

describe.skipIf(!hasRedis)('processes that are restarted one after the other', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await startFleet({ SHUTDOWN_DELAY: '1', RATE_LIMIT: '100000' });
  }, 120_000);
  afterAll(() => fleet?.stop());

  it('fail no request of clients that check readiness', async () => {
    const { key } = await fleet.createKey();
    const api = fleet.api(key);
    const failures: string[] = [];
    const confirmed = new Set<string>();
    let restarting = true;
    const client = async (name: string) => {
      for (let count = 0; restarting; count += 1) {
        const sku = `${name}-${count}`;
        for (const send of [() => api.post('/products', { sku, name: sku }), () => api.get(`/products/${sku}`)]) {
          const response = await send();
          if (response.status >= 300) failures.push(`${sku}: ${response}`);
        }
        confirmed.add(sku);
      }
    };
    const clients = Array.from({ length: 6 }, (_, index) => client(`client-${index}`));
    const ends = [];
    for (const which of ['api 0', 'api 1', 'worker 0'] as const) ends.push(await fleet.restart(which, 'SIGTERM'));
    restarting = false;
    await Promise.all(clients);
    expect(ends).toEqual([0, 0, 0]);
    expect(failures).toEqual([]);
    const [row] = await fleet.query<{ count: number }>('select count(*)::int as count from product');
    expect(row?.count).toBe(confirmed.size);
  });
});
