import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiRequestError, createClient } from '@contract-kit/client';
import { createNodeListener } from '@contract-kit/middleware/node';
import { type App, startApp } from '@product-content/test-support/app-server';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createReadingsApi, contract as readings } from '../../docs/guides/snippets/recipes/ndjson.ts';
import { demoKey } from '../../docs/guides/snippets/recipes/options.ts';
import { createSearch, isUp } from '../../docs/guides/snippets/typed-client/cancellation.ts';
import { createOrExplain, deleteIfThere } from '../../docs/guides/snippets/typed-client/errors.ts';
import { addUp, exportTo, importFile } from '../../docs/guides/snippets/typed-client/files.ts';
import { type Api, connect, createProduct } from '../../docs/guides/snippets/typed-client/first-product.ts';
import { connectFromPage } from '../../docs/guides/snippets/typed-client/from-routes.ts';
import { connectWithLog } from '../../docs/guides/snippets/typed-client/hooks.ts';
import { findDraftSkus, readNewEvents } from '../../docs/guides/snippets/typed-client/lists.ts';
import { countFailures, explainRequest } from '../../docs/guides/snippets/typed-client/requests.ts';
import { receiveStock } from '../../docs/guides/snippets/typed-client/updates.ts';

let app: App;
let api: Api;
let key: string;

beforeAll(async () => {
  app = await startApp();
  key = (await app.createKey(await app.createWorkspace())).key;
  api = connect(app.baseUrl, key);
});

// Each test goes on from the one before.
describe("the guide's typed client", { shuffle: false }, () => {
  it('creates a product, and reads it only when it changed', async () => {
    expect(await createProduct(api, 'LAMP-1')).toMatch(/^LAMP-1 has version 1 and the tag ".+"$/);
    const { etag, rate } = await api.products.get({ params: { idOrSku: 'LAMP-1' } });
    expect(rate?.limit).toBe(600);
    const again = await api.products.get({ params: { idOrSku: 'LAMP-1' }, ifNoneMatch: String(etag) });
    expect(again.status).toBe(304);
  });

  it('makes the same calls from routes alone', async () => {
    const page = connectFromPage(app.baseUrl, key);
    expect(await createProduct(page, 'LAMP-PAGE')).toMatch(/^LAMP-PAGE has version 1/);
    expect(await createOrExplain(page, 'LAMP-PAGE')).toBe('LAMP-PAGE is taken');
  });

  it('cancels a search when the next one starts, and gives up on a server in time', async () => {
    const search = createSearch(api);
    const [first, second] = await Promise.allSettled([search('desk'), search('lamp')]);
    expect(first).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
    expect(second).toMatchObject({ status: 'fulfilled', value: expect.arrayContaining(['LAMP-1']) });
    expect(await isUp(api, 30_000)).toBe(true);
    expect(await isUp(connect('http://127.0.0.1:1/api/v1', key), 30_000)).toBe(false);
  });

  it('calls hooks for each attempt', async () => {
    const lines: string[] = [];
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await connectWithLog(app.baseUrl, key, (line) => lines.push(line), traceparent).meta.me();
    expect(lines).toEqual([expect.stringMatching(/^meta\.me #1: 200 in \d+ ms$/)]);
  });

  it('streams files both ways', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'typed-client-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [source, target] = [join(folder, 'in.csv'), join(folder, 'out.csv')];
    await writeFile(source, 'sku,name\nFILE-1,From a file\n');
    const jobId = await importFile(api, source);
    const status = async () => (await api.jobs.get({ params: { jobId } })).body.data.status;
    await expect.poll(status, { timeout: 20_000 }).toBe('completed');
    expect(await exportTo(api, target)).toBe(true);
    expect(await readFile(target, 'utf8')).toContain('FILE-1,From a file');
  });

  it('sends and reads lines of JSON', async () => {
    const server = createServer(createNodeListener(createReadingsApi())).listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    async function* values() {
      for (let value = 1; value <= 100; value += 1) yield { sensor: 'kitchen', value };
    }
    const lines = createClient(readings, { baseUrl, apiKey: demoKey });
    expect(await addUp(lines, values)).toEqual({ sensor: 'kitchen', total: 5050 });
  });

  it('distinguishes failures by code', async () => {
    expect(await createOrExplain(api, 'LAMP-2')).toMatch(/^prd_/);
    expect(await createOrExplain(api, 'LAMP-2')).toBe('LAMP-2 is taken');
    expect(JSON.parse(await createOrExplain(api, 'LAMP 2'))).toHaveProperty('sku');
    await expect(createOrExplain(connect(app.baseUrl, 'pcm_wrong'), 'X')).rejects.toThrow(ApiRequestError);
    await deleteIfThere(api, 'LAMP-2');
    await deleteIfThere(api, 'LAMP-2');
  });

  it('finds a failed request by its id, and counts failures by operation and code', async () => {
    const from = new Date().toISOString();
    const refused = await api.products.create.safe({ body: { sku: 'LAMP 3', name: 'Lamp' } });
    const requestId = refused.ok ? '' : refused.error.requestId;
    expect(await explainRequest(api, String(requestId))).toBe(
      'POST /api/v1/products by test key: 422 validation_failed at sku',
    );
    expect(await explainRequest(api, 'req_unknown')).toContain('not in the log');
    const failures = await countFailures(api, from);
    expect(failures.get('products.create validation_failed')).toBe(1);
  });

  it('creates once, however often it is called with the same key', async () => {
    const create = () => api.products.create({ body: { sku: 'ONCE', name: 'Once' }, idempotencyKey: 'the-key' });
    const responses = await Promise.all([create(), create(), create()]);
    expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
    expect(responses.filter(({ replayed }) => replayed)).toHaveLength(2);
  });

  it('walks through lists and feeds', async () => {
    const latest = await api.events.list({ query: { after: 'latest' } });
    const items = Array.from({ length: 300 }, (_, index) => ({ sku: `P${index}`, name: 'P' }));
    await api.products.bulk({ body: { items } });
    const skus = await findDraftSkus(api);
    expect(new Set(skus).size).toBe(skus.length);
    expect(skus).toEqual(expect.arrayContaining(items.map(({ sku }) => sku)));
    const { types, place } = await readNewEvents(api, String(latest.body.pagination.next));
    expect(types).toHaveLength(300);
    expect((await readNewEvents(api, place)).types).toEqual([]);
  });

  it('loses no change when several write at once', async () => {
    await api.products.create({ body: { sku: 'STOCK', name: 'Stock', stock: 0 } });
    await Promise.all([1, 2, 3, 4, 5].map((pieces) => receiveStock(api, 'STOCK', pieces)));
    expect((await api.products.get({ params: { idOrSku: 'STOCK' } })).body.data.stock).toBe(15);
  });
});
