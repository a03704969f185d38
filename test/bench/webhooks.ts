import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Benchmark, interleave, median, percentile, type Row, type Scale } from './benchmark.ts';
import { type Installation, withInstallation } from './installation.ts';
import { sampleProduct } from './sample-product.ts';

const endpoints = 10;
/** Changes a second while delays are measured. */
const changeRate = 200;
const requestsPerSecond = 20;

/**
 * Webhook deliveries: how many a second beside a floor that signs and posts the same bytes; the time from a change to
 * its receipt alone, and beside an endpoint that never responds and one that takes 9 seconds. `createdAt` of an event
 * is a little before its commit, so delays are upper bounds.
 */
export const webhooks: Benchmark = {
  name: 'webhooks',
  async measure(scale) {
    const receiver = await startReceiver();
    try {
      const work = async (installation: Installation) => [
        ...(await measureDelays(installation, receiver, scale)),
        await measureThroughput(installation, receiver, scale),
      ];
      return await withInstallation(scale, work, { WEBHOOK_ALLOW_PRIVATE: 'true' });
    } finally {
      receiver.stop();
    }
  },
};

interface Receiver {
  readonly url: string;
  /** Receipts since the last `reset`. */
  received(): number;
  /** Body of the last receipt. */
  sample(): string;
  /** Milliseconds from each change to its receipt at `/timed` since the last `reset`. */
  readonly delays: number[];
  reset(): void;
  stop(): void;
}

async function startReceiver(): Promise<Receiver> {
  let received = 0;
  let sample = '';
  const delays: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/silent') return;
      if (request.url === '/slow') return void setTimeout(() => response.writeHead(204).end(), 9000);
      response.writeHead(204).end();
      received += 1;
      if (request.url !== '/timed' && sample !== '') return;
      sample = Buffer.concat(chunks).toString();
      if (request.url === '/timed') delays.push(Date.now() - Date.parse(JSON.parse(sample).createdAt));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    sample: () => sample,
    delays,
    reset() {
      received = 0;
      delays.length = 0;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function measureDelays(installation: Installation, receiver: Receiver, scale: Scale): Promise<Row[]> {
  const timed = await register(installation, `${receiver.url}/timed`);
  const alone: number[] = [];
  const beside: number[] = [];
  await delaysOf(installation, receiver, 'WARM', 1);
  for (let round = 0; round < scale.pick(3, 1); round += 1) {
    alone.push(...(await delaysOf(installation, receiver, `ALONE${round}`, scale.pick(10, 1))));
    const others = [
      await register(installation, `${receiver.url}/silent`),
      await register(installation, `${receiver.url}/slow`),
    ];
    beside.push(...(await delaysOf(installation, receiver, `BESIDE${round}`, scale.pick(10, 1))));
    for (const id of others) await installation.send('DELETE', `/webhooks/${id}`);
  }
  await installation.send('DELETE', `/webhooks/${timed}`);
  const besides = 'change to receipt beside silent and slow endpoints';
  return [
    { work: 'change to receipt, median', unit: 'ms', ours: median(alone), aim: { atMost: 100 } },
    { work: 'change to receipt, p99', unit: 'ms', ours: percentile(alone, 0.99), aim: { atMost: 500 } },
    { work: `${besides}, median`, unit: 'ms', floor: median(alone), ours: median(beside), aim: { ratioAtMost: 2 } },
  ];
}

/** Changes products at a steady rate for some seconds and waits for the events of all of them. */
async function delaysOf(
  installation: Installation,
  receiver: Receiver,
  prefix: string,
  seconds: number,
): Promise<readonly number[]> {
  receiver.reset();
  for (let index = 0; index < seconds * requestsPerSecond; index += 1) {
    const changed = change(installation, `${prefix}-${index}`, changeRate / requestsPerSecond);
    await Promise.all([changed, delay(1000 / requestsPerSecond)]);
  }
  while (receiver.delays.length < seconds * changeRate) await delay(10);
  return [...receiver.delays];
}

async function measureThroughput(installation: Installation, receiver: Receiver, scale: Scale): Promise<Row> {
  const batch = scale.pick(500, 10);
  const count = endpoints * batch;
  for (let index = 0; index < endpoints; index += 1) await register(installation, `${receiver.url}/${index}`);
  const figures = await interleave(scale.pick(5, 1), {
    ours: (round) => receiptsPerSecond(receiver, count, () => change(installation, `T${round}`, batch)),
    floor: () => receiptsPerSecond(receiver, count, () => runFloor(receiver, count)),
  });
  return { work: 'deliveries to ten endpoints', unit: 'deliveries/s', ...figures, aim: { ratioAtLeast: 0.8 } };
}

/** From the first receipt to the last of so many. */
async function receiptsPerSecond(receiver: Receiver, count: number, cause: () => Promise<unknown>): Promise<number> {
  receiver.reset();
  const caused = cause();
  while (receiver.received() === 0) await delay(1);
  const begin = performance.now();
  const before = receiver.received();
  while (receiver.received() < count) await delay(1);
  const rate = ((count - before) / (performance.now() - begin)) * 1000;
  await caused;
  return rate;
}

async function runFloor({ url, sample }: Receiver, count: number): Promise<void> {
  const program = fileURLToPath(new URL('./webhooks-floor.ts', import.meta.url));
  await once(spawn(process.execPath, [program, url, String(count), sample()], { stdio: 'inherit' }), 'exit');
}

async function register({ send }: Installation, url: string): Promise<string> {
  const body = { url, events: ['product.created'] };
  return (await send<{ data: { id: string } }>('POST', '/webhooks', body)).data.id;
}

async function change({ send }: Installation, prefix: string, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => sampleProduct(prefix, index));
  await send('POST', '/products/bulk', { items });
}
