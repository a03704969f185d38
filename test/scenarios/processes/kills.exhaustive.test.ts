import type { WebhookWithSecret } from '@product-content/contract';
import { hasRedis } from '@product-content/test-support/servers/redis-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../assistant/connect.ts';
import { startReceivers } from '../webhooks/kills/receivers.ts';
import { Writer } from '../webhooks/kills/writer.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { runJobs, uploadFiles, write } from './mixed-load.ts';

describe.skipIf(!hasRedis)(
  'two processes that serve requests and two that run jobs, on one PostgreSQL, Redis and bucket',
  () => {
    let fleet: Fleet;
    beforeAll(async () => {
      fleet = await startFleet();
    });
    afterAll(() => fleet?.stop());

    it('lose nothing and do nothing twice while one of each is killed under load', async () => {
      const receivers = await startReceivers(1);
      const { key } = await fleet.createKey();
      const { data } = await fleet
        .api(key)
        .post<WebhookWithSecret>('/webhooks', { url: receivers.url(0), events: ['*'] });
      receivers.expect(0, data.secret);
      let killing = true;
      const imported = 400;
      const load = [
        ...Array.from({ length: 3 }, (_, index) => write(fleet, `writer-${index}`, () => !killing)),
        runJobs(fleet, imported),
        uploadFiles(fleet, 10),
      ] as const;
      for (const which of ['api 0', 'worker 0', 'api 1', 'worker 1'] as const) await fleet.restart(which, 'SIGKILL');
      killing = false;
      const [one, two, three] = (await Promise.all(load)) as number[];
      const written = Number(one) + Number(two) + Number(three);

      const [rows] = await fleet.query<object>(`select (select count(*)::int from product) as products,
      (select count(*)::int from product_version where version = 1) as created,
      (select count(*)::int from product_version where version = 2 and 'price' = any(changed_fields)) as changed,
      (select count(*)::int from asset) as assets, (select count(*)::int from job) as jobs`);
      expect(rows).toEqual({
        products: written + imported,
        created: written + imported,
        changed: written,
        assets: 10,
        jobs: 3,
      });
      const events = await new Writer({ baseUrl: fleet.baseUrl, key }).readEvents();
      const arrived = () => new Set(receivers.received(0).bodies.keys());
      await expect.poll(() => arrived().size).toBe(events.length);
      expect(arrived()).toEqual(new Set(events.map(({ id }) => id)));
      expect(receivers.received(0).wrong).toEqual([]);
      receivers.close();
      expect(fleet.proxy.serverErrors).toEqual([]);
      expect(fleet.takeLog()).not.toMatch(/"level":[56]0/);
    });

    it('admit a key as often as one process would, assistants included', async () => {
      const { key } = await fleet.createKey();
      const assistant = await connect(fleet, key);
      const { tools } = await assistant.client.listTools();
      expect(tools.length).toBeGreaterThan(10);
      const remaining = async (process: 0 | 1) =>
        Number((await fleet.api(key, process).get('/me')).headers.get('x-ratelimit-remaining'));
      const left = await remaining(0);
      expect(left).toBeLessThan(599);
      expect(await remaining(1)).toBe(left - 1);
      const statuses: number[] = [];
      const client = async (process: 0 | 1) => {
        for (let count = 0; count < 60; count += 1) statuses.push((await fleet.api(key, process).get('/me')).status);
      };
      await Promise.all(Array.from({ length: 12 }, (_, index) => client(index % 2 === 0 ? 0 : 1)));
      const admitted = statuses.filter((status) => status === 200).length;
      expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - admitted);
      // More only when the first of them have left the window meanwhile.
      expect(admitted).toBe(left - 1);
    });

    it('refuse a revoked key everywhere within a second', async () => {
      const { id, key } = await fleet.createKey();
      const statuses = () =>
        Promise.all(([0, 1] as const).map(async (n) => (await fleet.api(key, n).get('/me')).status));
      expect(await statuses()).toEqual([200, 200]);
      await fleet.revokeKey(id);
      await expect.poll(statuses).toEqual([401, 401]);
    });
  },
);
