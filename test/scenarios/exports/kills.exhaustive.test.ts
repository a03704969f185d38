import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExportResult, Job } from '@product-content/contract';
import { workerPostgresUrl } from '@product-content/test-support/worker-postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type OwnApp, startApp } from '../../support/app-server.ts';
import { type PostgresProxy, startPostgresProxy } from '../../support/postgres-proxy/postgres-proxy.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { finished } from './run-export.ts';

let proxy: PostgresProxy;
let app: OwnApp;
let open: OpenWorkspace;

const respondNotFound = (response: ServerResponse) => void response.writeHead(404).end();
/** What the server of images does with a request. */
let onImage: (response: ServerResponse) => void = respondNotFound;
const images = createServer((_, response) => onImage(response));

beforeAll(async () => {
  await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
  proxy = await startPostgresProxy(await workerPostgresUrl());
  const env = { RATE_LIMIT: '100000', WEBHOOK_ALLOW_PRIVATE: 'true' };
  app = await startApp({ env, databaseUrl: proxy.urlOf });
});
beforeEach(async () => {
  open = await openWorkspace(app);
  onImage = respondNotFound;
});
afterAll(async () => {
  await app.stop();
  await proxy.close();
  images.close();
  images.closeAllConnections();
});

/** A killed worker's job is another's to take after half a minute, which is over at once here. */
const endLeases = () =>
  app.query("update job set due_at = now() - interval '1 second' where lease is not null returning id");

async function start(body: object): Promise<Job> {
  const response = await open.api.post<Job>('/exports', { async: true, ...body });
  expect(response.status, response.toString()).toBe(202);
  return response.data;
}

/** The end of a job, once it has one: its file is there, and its event told once. */
async function expectCompleted({ jobId }: Job): Promise<{ job: Job; file: Buffer }> {
  const job = await finished(open.api, { jobId });
  expect(job.status, JSON.stringify(job)).toBe('completed');
  const told = (await open.newEvents()).filter(({ payload }) => payload?.jobId === jobId);
  expect(told.map(({ type }) => type)).toEqual(['export.completed']);
  const { key } = await app.createKey(open.workspace);
  const headers = { authorization: `Bearer ${key}` };
  const file = Buffer.from(await (await fetch(String(job.links.download), { headers })).arrayBuffer());
  expect(file.length).toBe((job.result as ExportResult).size);
  return { job, file };
}

it('an export whose server is killed at any moment is one complete file in the end', async () => {
  const skus = Array.from({ length: 1500 }, (_, index) => `P-${1000 + index}`);
  for (let from = 0; from < skus.length; from += 500) {
    const items = skus.slice(from, from + 500).map((sku) => ({ sku, name: sku }));
    expect((await open.api.post('/products/bulk', { items })).status).toBe(200);
  }
  let kills = 0;
  for (let statements = 4; ; statements += 8) {
    let killed: Promise<unknown> | null = null;
    const job = await start({ columns: ['sku'] });
    proxy.breakAfter(statements, () => {
      killed = app.kill('SIGKILL');
    });
    const isOver = async () =>
      killed !== null || (await app.query('select from job where due_at is not null')).length === 0;
    await expect.poll(isOver, { interval: 5 }).toBe(true);
    proxy.passAll();
    if (killed !== null) {
      kills += 1;
      await killed;
      await proxy.drained();
      await endLeases();
      await app.restart();
    }
    const { file } = await expectCompleted(job);
    expect(file.toString()).toBe(`sku\r\n${skus.map((sku) => `${sku}\r\n`).join('')}`);
    if (killed === null) break;
  }
  expect(kills).toBeGreaterThanOrEqual(3);
});

it('an export that is killed while it waits for an image begins again', async () => {
  await open.product('MUG', { images: [{ url: 'https://images.example.com/a.png' }] });
  const address = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
  await app.query(
    `update product set document = replace(document, 'https://images.example.com', $1) where workspace_id = $2
     returning id`,
    [address, open.workspace.id],
  );
  const asked = new Promise<void>((resolve) => {
    onImage = () => resolve();
  });
  const job = await start({ columns: ['sku'], zipImages: true });
  await asked;
  await app.kill('SIGKILL');
  onImage = respondNotFound;
  await endLeases();
  await app.restart();
  const { job: completed, file } = await expectCompleted(job);
  expect(file.subarray(0, 2).toString()).toBe('PK');
  expect(completed.result).toMatchObject({ count: 1, warnings: 1 });
  expect(completed.errors.map(({ field }) => field)).toEqual(['images.0.url']);
});
