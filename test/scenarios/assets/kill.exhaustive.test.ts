import { createHash, randomUUID } from 'node:crypto';
import type { Asset } from '@product-content/contract';
import { type Api, type OwnApp, startApp } from '@product-content/test-support/app-server';
import { type PostgresProxy, startPostgresProxy } from '@product-content/test-support/postgres-proxy/postgres-proxy';
import { workerPostgresUrl } from '@product-content/test-support/worker-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

let proxy: PostgresProxy;
let app: OwnApp;
let api: Api;

beforeAll(async () => {
  proxy = await startPostgresProxy(await workerPostgresUrl());
  app = await startApp({ env: { RATE_LIMIT: '100000', ROLE: 'api' }, databaseUrl: proxy.urlOf });
  api = app.api((await app.createKey(await app.createWorkspace())).key);
});
afterAll(async () => {
  await app.stop();
  await proxy.close();
});

const upload = (text: string, key: string) => {
  const form = new FormData();
  form.append('file', new Blob([text]), 'care.txt');
  return api.post<Asset>('/assets', form, { 'idempotency-key': key });
};

/** Every asset that can be seen, with whether its file is what it says. */
async function assetsAsTheyAre() {
  const { data } = await api.get<Asset[]>('/assets');
  return Promise.all(
    data.map(async ({ url, checksum }) => {
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      return createHash('sha256').update(bytes).digest('hex') === checksum;
    }),
  );
}

it('an upload that is killed between any two statements is a whole asset or none, and can be repeated', async () => {
  const outcomes = new Set<string>();
  for (let statements = 0; ; statements += 1) {
    const [text, key] = [`Round ${statements}: wash by hand.`, randomUUID()];
    const before = (await assetsAsTheyAre()).length;
    let killed: Promise<unknown> | null = null;
    const kill = () => {
      killed = app.kill('SIGKILL');
    };
    proxy.breakAfter(statements, kill, 'first-transaction');
    const response = await upload(text, key).catch(() => null);
    if (killed === null) {
      proxy.passAll();
      // There are fewer statements than that: it was not killed.
      expect(response?.status).toBe(201);
      break;
    }
    await killed;
    await proxy.drained();
    proxy.passAll();
    await app.restart();
    const after = await assetsAsTheyAre();
    expect(after, `after ${statements} statements`).not.toContain(false);
    outcomes.add(after.length === before ? 'none' : 'whole');
    const { status, headers } = await upload(text, key);
    expect([status, headers.has('idempotent-replayed')]).toEqual([201, after.length > before]);
    expect(await assetsAsTheyAre()).toEqual([...Array(before + 1).fill(true)]);
  }
  expect(outcomes).toEqual(new Set(['none', 'whole']));
}, 60_000);
