import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { type Amount, measureRunning, type PeerResult } from './measure.ts';
import type { PeerApi } from './peer.ts';
import { type PeerProduct, peerProduct } from './peer-products.ts';
import { renderPage, toTable } from './results.ts';

const amount: Amount = { products: 240, until: { requests: 60 }, connections: 2 };

const cpuSeconds = async () => process.cpuUsage().user / 1e6;

/** A server that keeps products in memory. */
async function startMemoryPeer() {
  const stored: PeerProduct[] = [];
  const names = new Map<string, string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [path = '', value = '', brand] = decodeURIComponent(request.url ?? '')
        .slice(1)
        .split('/');
      if (request.method === 'POST') stored.push(...(JSON.parse(Buffer.concat(chunks).toString()) as PeerProduct[]));
      if (request.method === 'PATCH') names.set(value, Buffer.concat(chunks).toString());
      const found = stored.filter((product) => {
        if (path === 'filtered') return product.status === value && product.brand === brand;
        return path !== 'search' || product.name.includes(value);
      });
      const start = path === 'page' ? (Number(value) - 1) * 50 : 0;
      response.end(JSON.stringify(found.slice(start, start + 50).map(({ sku }) => sku)));
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const api: PeerApi = {
    headers: {},
    create: (product) => ({ method: 'POST', path: '/all', body: [product] }),
    createMany: (products) => ({ method: 'POST', path: '/all', body: products }),
    page: (number) => ({ method: 'GET', path: `/page/${number}` }),
    filtered: (status, brand) => ({ method: 'GET', path: `/filtered/${status}/${brand}` }),
    search: (word) => ({ method: 'GET', path: `/search/${word}` }),
    get: (id) => ({ method: 'GET', path: `/all/${id}` }),
    rename: (id, name) => ({ method: 'PATCH', path: `/all/${id}`, body: name }),
    idsOf: (list) => list as string[],
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, api, stored, names };
}

it('fills a peer with equal products, measures each kind of work, and creates no product twice', async () => {
  const { url, api, stored, names } = await startMemoryPeer();
  const figures = await measureRunning({ url, cpuSeconds }, api, amount);
  expect(figures.map(({ work }) => work)).toEqual([
    'read one',
    'list, 50 with total',
    'list by status and brand',
    'search for a word',
    'create one',
    'rename one',
    'create 100 at once',
  ]);
  for (const { work, perSecond, p50, p99 } of figures) {
    expect.soft(perSecond, work).toBeGreaterThan(0);
    expect.soft(p99, work).toBeGreaterThanOrEqual(p50);
  }
  expect(stored.slice(0, amount.products)).toEqual(Array.from({ length: amount.products }, (_, n) => peerProduct(n)));
  expect(new Set(stored.map(({ sku }) => sku)).size).toBe(stored.length);
  expect(names.size).toBe(50);
});

it('fails when a list of a peer does not have the products it must find', async () => {
  const { url, api } = await startMemoryPeer();
  const broken: PeerApi = { ...api, search: () => api.search('nothing') };
  await expect(measureRunning({ url, cpuSeconds }, broken, amount)).rejects.toThrow('search for a word: 0 products');
});

it('fails when a peer has not stored all products of a bulk request', async () => {
  const { url, api } = await startMemoryPeer();
  const { createMany } = api;
  const broken: PeerApi = { ...api, createMany: createMany && ((products) => createMany(products.slice(1))) };
  await expect(measureRunning({ url, cpuSeconds }, broken, amount)).rejects.toThrow('last page: 37 products');
});

it('prints a column for each peer, and a dash for work that one cannot do', () => {
  const figure = { perSecond: 1234.5, p50: 0.42, p99: 12.3, cpu: 0.81 };
  const shared = { startSeconds: 1.23, idleMemory: 99.6, loadedMemory: 200.4, installSize: 300 };
  const results: PeerResult[] = [
    { peer: 'other', title: 'Other', version: '2.0', figures: [{ work: 'read one', ...figure }], ...shared },
    {
      peer: 'product-content',
      title: 'Ours',
      version: '1.0',
      figures: [
        { work: 'read one', ...figure },
        { work: 'bulk', ...figure },
      ],
      ...shared,
    },
  ];
  expect(toTable(results).split('\n')).toEqual([
    '|  | Ours 1.0 | Other 2.0 |',
    '|---|---:|---:|',
    '| read one | **1,235/s**<br>0.4 / 12 ms<br>0.8 ms | **1,235/s**<br>0.4 / 12 ms<br>0.8 ms |',
    '| bulk | **1,235/s**<br>0.4 / 12 ms<br>0.8 ms | – |',
    '| memory after the start | 100 MiB | 100 MiB |',
    '| memory after the load | 200 MiB | 200 MiB |',
    '| start | 1.2 s | 1.2 s |',
    '| installed | 300 MiB | 300 MiB |',
  ]);
});

it('docs/side-by-side.md shows the recorded results', () => {
  const { current, rendered } = renderPage();
  expect(current, 'Run pnpm bench:peers.').toBe(rendered);
});
