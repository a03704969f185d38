import { type Api, type App, startApp } from '@product-content/test-support/app-server';
import { freshName } from '@product-content/test-support/contract/sample-requests';
import { type PostgresProxy, startPostgresProxy } from '@product-content/test-support/postgres-proxy/postgres-proxy';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { countRows, difference, nothing, writes } from './writes.ts';

let proxy: PostgresProxy;
let app: App;
let api: Api;

beforeAll(async () => {
  proxy = await startPostgresProxy(inject('postgresUrl'));
  app = await startApp({ env: { RATE_LIMIT: '100000', ROLE: 'api' }, databaseUrl: proxy.urlOf });
  api = app.api((await app.createKey(await app.createWorkspace())).key);
});
afterAll(async () => {
  await app.stop();
  await proxy.close();
});

describe('killing the process', () => {
  it.each(writes)(
    'between any two statements leaves %s done or not begun',
    async (_, prepare) => {
      const outcomes = new Set<string>();
      for (let statements = 0; ; statements += 1) {
        const write = await prepare(api);
        const before = await countRows(app);
        let killed: Promise<unknown> | null = null;
        const kill = () => {
          killed = app.kill('SIGKILL');
        };
        proxy.breakAfter(statements, kill, 'first-transaction');
        const answer = await write.send().catch(() => null);
        if (killed === null) {
          proxy.passAll();
          // There are fewer statements than that: it was not killed.
          expect(answer?.status).toBeLessThan(300);
          break;
        }
        await killed;
        await proxy.drained();
        proxy.passAll();
        const changed = difference(await countRows(app), before);
        const done = changed.event !== 0;
        expect(changed, `after ${statements} statements`).toEqual(done ? write.everything : nothing);
        outcomes.add(done ? 'done' : 'not begun');
        await app.restart();
        await write.retry(done);
        expect(difference(await countRows(app), before)).toEqual(write.everything);
      }
      expect(outcomes).toEqual(new Set(['not begun', 'done']));
    },
    60_000,
  );

  it('three times under eight writers that retry loses nothing and does nothing twice', async () => {
    const before = await countRows(app);
    const perWriter = 25;
    let writing = true;
    const writer = async (name: string) => {
      for (let count = 0; count < perWriter; count += 1) {
        const sku = `${name}-${count}`;
        const send = () => api.post('/products', { sku, name: sku }, { 'idempotency-key': sku });
        let answer = await send().catch(() => null);
        while (answer?.status !== 201) {
          if (answer !== null) expect([409, 500]).toContain(answer.status);
          await new Promise((resolve) => setTimeout(resolve, 20));
          answer = await send().catch(() => null);
        }
      }
    };
    const killer = async () => {
      for (let kills = 0; kills < 3; kills += 1) {
        proxy.breakAfter(100 + 37 * kills, () => void app.kill('SIGKILL'));
        await expect.poll(() => app.isAlive() && writing, { timeout: 10_000, interval: 10 }).toBe(false);
        proxy.passAll();
        await app.restart();
      }
    };
    const writers = Array.from({ length: 8 }, () => writer(freshName('writer')));
    await Promise.all([
      killer(),
      Promise.all(writers).finally(() => {
        writing = false;
      }),
    ]);
    const total = 8 * perWriter;
    expect(difference(await countRows(app), before)).toEqual({
      product: total,
      version: total,
      event: total,
      answer: total,
    });
  }, 60_000);
});
