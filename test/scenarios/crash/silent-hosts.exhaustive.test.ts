import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startApp } from '@product-content/test-support/app-server';
import { expect, it } from 'vitest';

it('ends in time on SIGTERM while requests, jobs and deliveries wait for a silent host', async () => {
  const app = await startApp({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  const api = app.api((await app.createKey(await app.createWorkspace())).key);
  const called = new Set<string>();
  const host = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head) => called.add(/^\w+ (\S+)/.exec(String(head))?.[1] ?? ''));
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  try {
    await api.post('/webhooks', { url: `${url}/webhook`, events: ['product.created'] });
    await api.post('/products', { sku: 'HANGING', name: 'Hanging', images: [{ url: 'https://host.example/image' }] });
    await app.query(`update product set document = replace(document, 'https://host.example', $1)`, [url]);
    const shop = { code: 'shop', name: 'Shop', type: 'shop', platform: 'http', settings: { url: `${url}/channel` } };
    const { data: channel } = await api.post('/channels', { ...shop, scope: { status: ['draft'] } });
    await api.post(`/channels/${channel.id}/publish`, {});
    await api.post('/exports', { zipImages: true, async: true });
    const downloads = Array.from({ length: 4 }, (_, number) =>
      api.post('/assets', { url: `${url}/download` }, { 'idempotency-key': `hanging-${number}` }).catch(() => null),
    );
    await expect.poll(() => [...called].sort()).toEqual(['/channel', '/download', '/image', '/webhook']);
    expect(await app.kill('SIGTERM')).toBe(0);
    expect(await Promise.all(downloads)).toEqual([null, null, null, null]);
  } finally {
    host.close();
  }
});
