import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, type OwnApp, startApp } from '@product-content/test-support/app-server';
import { freshName } from '@product-content/test-support/contract/sample-requests';
import { type PostgresProxy, startPostgresProxy } from '@product-content/test-support/postgres-proxy/postgres-proxy';
import { workerPostgresUrl } from '@product-content/test-support/worker-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRows, difference, nothing, writes } from './writes.ts';

let proxy: PostgresProxy;
let app: OwnApp;
let api: Api;
/** Where the server keeps its files. */
let files: string;

beforeAll(async () => {
  proxy = await startPostgresProxy(await workerPostgresUrl());
  files = await mkdtemp(join(tmpdir(), 'product-content-kill-'));
  const env = { RATE_LIMIT: '100000', ROLE: 'api', ASSETS_URL: `file:${files}` };
  app = await startApp({ env, databaseUrl: proxy.urlOf });
  api = app.api((await app.createKey(await app.createWorkspace())).key);
});
afterAll(async () => {
  await app.stop();
  await proxy.close();
  await rm(files, { recursive: true, force: true });
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
        const response = await write.send().catch(() => null);
        if (killed === null) {
          proxy.passAll();
          // There are fewer statements than that: it was not killed.
          expect(response?.status).toBeLessThan(300);
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

  it('between the file of a large stored response and the commit leaves the key free', async () => {
    // Random text: what cannot be compressed to 64 KiB is kept as a file.
    const descriptions = ['L-1', 'L-2'].map((sku) => ({ sku, description: randomBytes(45_000).toString('base64') }));
    for (const { sku, description } of descriptions) await api.put(`/products/${sku}`, { name: sku, description });
    const send = () =>
      api.post('/exports', { format: 'csv', filter: { sku: ['L-1', 'L-2'] } }, { 'idempotency-key': 'l' });
    const countFiles = async () => (await readdir(join(files, 'responses')).catch(() => [])).length;
    const blocker = new pg.Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    try {
      // The record can be looked for, and not be written.
      await blocker.query('begin');
      await blocker.query('lock table idempotency_record in share row exclusive mode');
      const killed = send().catch(() => null);
      await expect.poll(countFiles).toBe(1);
      await app.kill('SIGKILL');
      expect(await killed).toBeNull();
    } finally {
      await blocker.end();
    }
    await app.restart();
    const first = await send();
    expect([first.status, first.headers.has('idempotent-replayed')]).toEqual([200, false]);
    for (const { description } of descriptions) expect(first.text).toContain(description);
    await app.restart();
    const replay = await send();
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(replay.text).toBe(first.text);
    // The file of the request that was killed is left for the sweep, which a day later finds no record of it.
    expect(await countFiles()).toBe(2);
  });

  it('three times with eight retrying writers loses nothing and does nothing twice', async () => {
    const before = await countRows(app);
    const perWriter = 25;
    let writing = true;
    const writer = async (name: string) => {
      for (let count = 0; count < perWriter; count += 1) {
        const sku = `${name}-${count}`;
        const send = () => api.post('/products', { sku, name: sku }, { 'idempotency-key': sku });
        let response = await send().catch(() => null);
        while (response?.status !== 201) {
          if (response !== null) expect([409, 500]).toContain(response.status);
          await new Promise((resolve) => setTimeout(resolve, 20));
          response = await send().catch(() => null);
        }
      }
    };
    const killer = async () => {
      for (let kills = 0; kills < 3; kills += 1) {
        proxy.breakAfter(100 + 37 * kills, () => void app.kill('SIGKILL'));
        await expect.poll(() => app.isAlive() && writing, { interval: 10 }).toBe(false);
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
      response: total,
    });
  }, 60_000);
});
