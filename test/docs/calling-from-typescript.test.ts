import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharedApp } from '@product-content/test-support/app-server';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ApiFailure, type Connection, call } from '../../docs/guides/snippets/client/call.ts';
import { createProduct } from '../../docs/guides/snippets/client/first-product.ts';
import { raisePrice } from '../../docs/guides/snippets/client/raise-price.ts';
import { readProducts } from '../../docs/guides/snippets/client/read-products.ts';

/** What a scripted server returns: its status, headers and body, or null to hang up. */
type ScriptedResponse = [status: number, headers?: Record<string, string>, body?: object] | null;

/** A server that follows a script and records the idempotency keys it was sent. */
async function startScripted(
  responses: ScriptedResponse[],
): Promise<{ api: Connection; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const server = createServer((req, res) => {
    keys.push(req.headers['idempotency-key'] as string | undefined);
    const response = responses.shift();
    if (!response) return void req.socket.destroy();
    const [status, headers = {}, body = {}] = response;
    res.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { api: { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'k' }, keys };
}

const soon = { 'retry-after': '0' };

describe("the guide's call", () => {
  it('repeats what the server asks to repeat, with the same Idempotency-Key', async () => {
    const inProgress = { error: { code: 'idempotency_in_progress', message: '', requestId: 'r' } };
    const { api, keys } = await startScripted([[429, soon], [409, soon, inProgress], [503, soon], [201]]);
    expect((await call(api, 'POST', '/products', { body: {} })).status).toBe(201);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });

  it('repeats a request that got no response', async () => {
    const { api, keys } = await startScripted([null, [200]]);
    expect((await call(api, 'GET', '/')).status).toBe(200);
    expect(keys).toEqual([undefined, undefined]);
  });

  it('gives up after a number of attempts', async () => {
    const { api, keys } = await startScripted(Array.from({ length: 9 }, (): ScriptedResponse => [503, soon]));
    await expect(call(api, 'GET', '/')).rejects.toMatchObject({ status: 503, code: 'unknown' });
    expect(keys).toHaveLength(6);
  });

  it('does not repeat a request that would fail again, and says which field is wrong', async () => {
    const error = { code: 'validation_failed', message: 'No.', details: { fieldErrors: { sku: 'Bad.' } } };
    const { api, keys } = await startScripted([[422, { 'x-request-id': 'req_1' }, { error }]]);
    const failure = (await call(api, 'POST', '/products', { body: {} }).catch((thrown) => thrown)) as ApiFailure;
    expect(failure).toMatchObject({ code: 'validation_failed', fieldErrors: { sku: 'Bad.' }, requestId: 'req_1' });
    expect(keys).toHaveLength(1);
  });
});

describe("the guide's client, against the server,", () => {
  let api: Connection;

  beforeEach(async () => {
    const app = await sharedApp();
    const { key } = await app.createKey(await app.createWorkspace());
    api = { baseUrl: app.baseUrl, key };
  });

  it('raises a price with concurrent writers, and loses no raise', async () => {
    await createProduct(api, 'RACE', 'Race');
    await call(api, 'PATCH', '/products/RACE', { body: { price: 100 } });
    await Promise.all(Array.from({ length: 4 }, () => raisePrice(api, 'RACE', 10)));
    const { body } = await call<{ data: { price: number; version: number } }>(api, 'GET', '/products/RACE');
    expect(body.data).toMatchObject({ price: 146.41, version: 6 });
  });

  it('reads a whole list, page by page', async () => {
    const items = Array.from({ length: 300 }, (_, n) => ({ sku: `P-${n}`, name: `Product ${n}` }));
    await call(api, 'POST', '/products/bulk', { body: { items } });
    const skus = new Set<string>();
    for await (const { sku } of readProducts(api, { sort: 'createdAt:asc' })) skus.add(sku);
    expect(skus).toEqual(new Set(items.map(({ sku }) => sku)));
  });
});
