import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verify } from '@contract-kit/webhooks';
import { startApp } from '@product-content/test-support/app-server';
import { expect, it, onTestFinished } from 'vitest';

/** Events in all, in requests of so many products. */
const events = 1000;
const batch = 100;

it('a process that is killed while it sends loses no event, and none is made up', async () => {
  const app = await startApp({ env: { RATE_LIMIT: '100000', WEBHOOK_ALLOW_PRIVATE: 'true' } });
  const seen = new Map<string, string>();
  let secret = '';
  const wrong: unknown[] = [];
  const receiver = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    if (body === null) return;
    await verify({ body, headers: request.headers, secrets: secret }).catch((error) => wrong.push(error));
    const event = JSON.parse(body.toString()) as { id: string; data: { product: { sku: string } } };
    seen.set(event.id, event.data.product.sku);
    setTimeout(() => response.writeHead(204).end(), 5);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const { key } = await app.createKey(await app.createWorkspace());
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const post = (path: string, body: unknown) =>
    fetch(`${app.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const registered = await post('/webhooks', { url, events: ['product.created'] });
  secret = ((await registered.json()) as { data: { secret: string } }).data.secret;

  for (let first = 0; first < events; first += batch) {
    const items = Array.from({ length: batch }, (_, index) => ({ sku: `P-${first + index}`, name: 'A product' }));
    expect((await post('/products/bulk', { items })).status).toBe(200);
    // Some of it is sent, some is claimed, some is not relayed yet.
    if (first % 300 === 200) {
      await app.kill('SIGKILL');
      await app.restart();
    }
  }
  await expect.poll(() => new Set(seen.values()).size, { timeout: 90_000, interval: 100 }).toBe(events);
  expect(seen.size).toBe(events);
  expect(wrong).toEqual([]);
}, 120_000);
