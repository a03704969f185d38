import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@product-content/test-support/embedded-postgres';
import { median } from './load.ts';
import { startServer } from './processes.ts';
import { sampleProduct } from './sample-product.ts';

/**
 * Measures webhook deliveries: how many a second beside a floor that signs and posts the same bytes, and the time from
 * a change to its receipt, when nothing else happens and at 500 events a second. `createdAt` of an event is a little
 * before its commit, so the delays are upper bounds.
 *
 *   node test/bench/webhooks.ts
 */
const endpoints = 10;
const batch = 500;
const rounds = 5;
const aim = 0.5;

const write = (text: string) => process.stdout.write(`${text}\n`);
let received = 0;
let sample = '';
const delays: number[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    received += 1;
    if (request.url !== '/timed' && sample !== '') return;
    sample = Buffer.concat(chunks).toString();
    delays.push(Date.now() - Date.parse((JSON.parse(sample) as { createdAt: string }).createdAt));
  });
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const folder = await mkdtemp(join(tmpdir(), 'product-content-bench-'));
const postgres = await startEmbeddedPostgres();
const env = { DATABASE_URL: await postgres.createDatabase('bench'), DATA_DIR: folder, WEBHOOK_ALLOW_PRIVATE: 'true' };
const server = await startServer(env);
try {
  const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
  await measureDelays(key);
  await measureThroughput(key);
} finally {
  await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
  receiver.closeAllConnections();
  receiver.close();
}

async function measureThroughput(key: string): Promise<void> {
  for (let index = 0; index < endpoints; index += 1) await register(key, `${url}/${index}`);
  const results = { floor: [] as number[], ours: [] as number[] };
  const count = endpoints * batch;
  for (let round = -1; round < rounds; round += 1) {
    const ours = await rate(count, () => change(key, `T${round}`, batch));
    const floor = await rate(count, () => runFloor(count));
    if (round < 0) continue;
    results.ours.push(ours);
    results.floor.push(floor);
  }
  const [floor, ours] = [median(results.floor), median(results.ours)];
  write(
    `deliveries/s: floor ${floor.toFixed(0)}, ours ${ours.toFixed(0)}, ratio ${(ours / floor).toFixed(2)}, aim ${aim}`,
  );
}

async function measureDelays(key: string): Promise<void> {
  const id = await register(key, `${url}/timed`);
  for (let index = 0; index < 50; index += 1) {
    await change(key, `I${index}`, 1);
    await delay(40);
  }
  await reportDelays('idle', 50);
  for (let index = 0; index < 100; index += 1) {
    await Promise.all([change(key, `L${index}`, 25), delay(50)]);
  }
  await reportDelays('at 500 events/s', 2500);
  await fetch(`${server.url}/webhooks/${id}`, { method: 'DELETE', headers: { Authorization: `Bearer ${key}` } });
}

async function reportDelays(when: string, count: number): Promise<void> {
  while (delays.length < count) await delay(10);
  const sorted = delays.splice(0).sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  write(`change to receipt, ${when}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}

/** Receipts per second, from the first one to the last of so many. */
async function rate(count: number, cause: () => Promise<unknown>): Promise<number> {
  received = 0;
  const caused = cause();
  while (received === 0) await delay(1);
  const begin = performance.now();
  const before = received;
  while (received < count) await delay(1);
  const perSecond = ((count - before) / (performance.now() - begin)) * 1000;
  await caused;
  return perSecond;
}

async function runFloor(count: number): Promise<void> {
  const program = fileURLToPath(new URL('./webhooks-floor.ts', import.meta.url));
  await once(spawn(process.execPath, [program, url, String(count), sample], { stdio: 'inherit' }), 'exit');
}

async function register(key: string, to: string): Promise<string> {
  const answer = await post(key, '/webhooks', { url: to, events: ['product.created'] });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

async function change(key: string, prefix: string, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => sampleProduct(prefix, index, 0));
  const answer = await post(key, '/products/bulk', { items });
  await answer.arrayBuffer();
}

async function post(key: string, path: string, body: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
