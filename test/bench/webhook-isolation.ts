import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@product-content/test-support/embedded-postgres';
import { median } from './load.ts';
import { startServer } from './processes.ts';
import { sampleProduct } from './sample-product.ts';

/**
 * Measures how long events take to a healthy receiver, alone and beside one that never answers and one that answers in
 * 9 seconds. Both kinds of rounds are interleaved and medians compared.
 *
 *   node test/bench/webhook-isolation.ts [--rounds 3] [--seconds 15] [--rate 200]
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '200' },
  },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);
/** Requests a second; each changes an equal part. */
const requests = 20;
const slowMs = 9000;

const write = (text: string) => process.stdout.write(`${text}\n`);
let delays: number[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/dead') return;
    if (request.url === '/slow') return void setTimeout(() => response.writeHead(204).end(), slowMs);
    response.writeHead(204).end();
    delays.push(
      Date.now() - Date.parse((JSON.parse(Buffer.concat(chunks).toString()) as { createdAt: string }).createdAt),
    );
  });
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const folder = await mkdtemp(join(tmpdir(), 'product-content-bench-'));
const postgres = await startEmbeddedPostgres();
const server = await startServer({
  DATABASE_URL: await postgres.createDatabase('bench'),
  DATA_DIR: folder,
  WEBHOOK_ALLOW_PRIVATE: 'true',
});
try {
  const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
  await register(key, '/healthy');
  const results = { alone: [] as number[], beside: [] as number[] };
  await measure(key, 'warm');
  for (let round = 0; round < Number(values.rounds); round += 1) {
    results.alone.push(await measure(key, `A${round}`));
    const others = [await register(key, '/dead'), await register(key, '/slow')];
    results.beside.push(await measure(key, `B${round}`));
    for (const id of others) await send(key, 'DELETE', `/webhooks/${id}`);
  }
  const [alone, beside] = [median(results.alone), median(results.beside)];
  write(`median delay at ${rate} events/s: alone ${alone} ms, beside a dead and a slow one ${beside} ms`);
  write(`ratio ${(beside / alone).toFixed(2)}, aim at most 2`);
} finally {
  await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
  receiver.closeAllConnections();
  receiver.close();
}

/** Changes products at the rate for some seconds. @returns the median delay of their events in milliseconds. */
async function measure(key: string, prefix: string): Promise<number> {
  delays = [];
  const count = rate / requests;
  for (let index = 0; index < seconds * requests; index += 1) {
    const items = Array.from({ length: count }, (_, number) => sampleProduct(`${prefix}-${index}`, number, 0));
    await Promise.all([send(key, 'POST', '/products/bulk', { items }), delay(1000 / requests)]);
  }
  while (delays.length < seconds * rate) await delay(10);
  const sorted = [...delays].sort((a, b) => a - b);
  write(`${prefix}: p50 ${median(sorted)} ms, p99 ${sorted[Math.floor(sorted.length * 0.99)]} ms`);
  return median(sorted);
}

async function register(key: string, path: string): Promise<string> {
  return (await send(key, 'POST', '/webhooks', { url: url + path, events: ['product.created'] })).data.id;
}

async function send(key: string, method: string, path: string, body?: unknown): Promise<{ data: { id: string } }> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(server.url + path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return text === '' ? { data: { id: '' } } : JSON.parse(text);
}
