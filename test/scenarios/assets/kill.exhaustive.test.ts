import { createHash, randomUUID } from 'node:crypto';
import type { Asset } from '@product-content/contract';
import { type OwnApp, startApp } from '@product-content/test-support/app-server';
import { type PostgresProxy, startPostgresProxy } from '@product-content/test-support/postgres-proxy/postgres-proxy';
import { workerPostgresUrl } from '@product-content/test-support/worker-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killBetweenStatements } from '../crash/kill-between-statements.ts';

let proxy: PostgresProxy;
let app: OwnApp;

beforeAll(async () => {
  proxy = await startPostgresProxy(await workerPostgresUrl());
  app = await startApp({ env: { RATE_LIMIT: '100000', ROLE: 'api' }, databaseUrl: proxy.urlOf });
});
afterAll(async () => {
  await app.stop();
  await proxy.close();
});

/** An upload in a workspace of its own, which waits for no other one. */
async function prepareUpload() {
  const api = app.api((await app.createKey(await app.createWorkspace())).key);
  const key = randomUUID();
  const send = () => {
    const form = new FormData();
    form.append('file', new Blob([`${key}: wash by hand.`]), 'care.txt');
    return api.post<Asset>('/assets', form, { 'idempotency-key': key });
  };
  /** For every asset that can be seen, whether its file is what it says. */
  const findAssets = async () => {
    const { data } = await api.get<Asset[]>('/assets');
    return Promise.all(
      data.map(async ({ url, checksum }) => {
        const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
        return createHash('sha256').update(bytes).digest('hex') === checksum;
      }),
    );
  };
  return { send, findAssets };
}

it('an upload that is killed between any two statements is a whole asset or none, and can be repeated', async () => {
  const interrupted = await killBetweenStatements(app, proxy, prepareUpload);
  await app.restart();
  const outcomes = interrupted.map(async ({ send, findAssets }) => {
    const assets = await findAssets();
    expect([[], [true]]).toContainEqual(assets);
    const { status, headers } = await send();
    expect([status, headers.has('idempotent-replayed')]).toEqual([201, assets.length === 1]);
    expect(await findAssets()).toEqual([true]);
    return assets.length;
  });
  expect((await Promise.all(outcomes)).filter((count) => count === 1)).toHaveLength(1);
});
