import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@product-content/test-support/embedded-postgres';
import { type Load, median, requestsPerSecond } from './load.ts';
import { type MeasuredServer, startFloor, startServer } from './processes.ts';
import { sampleProduct } from './sample-product.ts';

/**
 * Measures the reference server against a floor in the same run: bare node:http and pg on the same database. Rounds of
 * both are interleaved and medians compared, so that the ratio holds on a machine of any speed.
 *
 *   node test/bench/run.ts [--products 100000] [--rounds 5] [--seconds 3] [--profile DIR]
 */
const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    /** Writes a CPU profile of the server there. */
    profile: { type: 'string' },
  },
});
const products = Number(options.products);
const rounds = Number(options.rounds);
const duration = Number(options.seconds);
const connections = 32;
const batch = 500;

interface Row {
  readonly work: string;
  readonly unit: string;
  readonly floor: number;
  readonly ours: number;
  readonly aim: number;
}

const write = (text: string) => process.stdout.write(`${text}\n`);

const folder = await mkdtemp(join(tmpdir(), 'product-content-bench-'));
const postgres = await startEmbeddedPostgres();
const databaseUrl = await postgres.createDatabase('bench');
const profile = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
const server = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: folder }, profile);
try {
  const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
  const floor = await startFloor(databaseUrl, 'demo');
  try {
    report(await measureAll(server, floor, { authorization: `Bearer ${key}` }), await server.residentMemory());
  } finally {
    await floor.stop();
  }
} finally {
  await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureAll(
  ours: MeasuredServer,
  floor: MeasuredServer,
  headers: Record<string, string>,
): Promise<Row[]> {
  await fill(ours, headers);
  const skus = Array.from({ length: 200 }, (_, index) => `FILL-${Math.floor((index * products) / 200)}`);
  const tag = await currentTag(ours, headers, skus[7] ?? '');
  const load = (
    server: MeasuredServer,
    paths: string[],
    expected: number,
    extra: Record<string, string> = {},
  ): Load => ({
    url: server.url,
    paths,
    expected,
    duration,
    connections,
    headers: server === ours ? { ...headers, ...extra } : {},
  });
  const rows: Row[] = [];
  rows.push(
    await compare('GET one product by SKU', 0.5, {
      floor: load(
        floor,
        skus.map((sku) => `/one/${sku}`),
        200,
      ),
      ours: load(
        ours,
        skus.map((sku) => `/api/v1/products/${sku}`),
        200,
      ),
    }),
    await compare('GET one product, If-None-Match → 304', 0.5, {
      floor: load(floor, [`/version/${skus[7]}`], 304),
      ours: load(ours, [`/api/v1/products/${skus[7]}`], 304, { 'if-none-match': tag }),
    }),
    await compare(`GET 50 products of ${products}, total included`, 0.5, {
      floor: load(floor, ['/page'], 200),
      ours: load(ours, ['/api/v1/products'], 200),
    }),
    await compareBulk('bulk of 500: create', ours, floor, headers, 0),
    await compareBulk('bulk of 500: change', ours, floor, headers, 1),
  );
  return rows;
}

async function compare(work: string, aim: number, loads: { floor: Load; ours: Load }): Promise<Row> {
  const results = { floor: [] as number[], ours: [] as number[] };
  const warmUp = Math.min(1, duration);
  await requestsPerSecond({ ...loads.floor, duration: warmUp });
  await requestsPerSecond({ ...loads.ours, duration: warmUp });
  for (let round = 0; round < rounds; round += 1) {
    results.floor.push(await requestsPerSecond(loads.floor));
    results.ours.push(await requestsPerSecond(loads.ours));
  }
  return { work, unit: 'requests/s', floor: median(results.floor), ours: median(results.ours), aim };
}

/** Rows per second of bulk requests sent one after the other; the floor gets the same items. */
async function compareBulk(
  work: string,
  ours: MeasuredServer,
  floor: MeasuredServer,
  headers: Record<string, string>,
  revision: number,
): Promise<Row> {
  const results = { floor: [] as number[], ours: [] as number[] };
  for (let round = -1; round < rounds * 2; round += 1) {
    const body = (prefix: string) => ({
      items: Array.from({ length: batch }, (_, index) => sampleProduct(`${prefix}${round}`, index, revision)),
    });
    const floorTime = await timed(() => post(`${floor.url}/bulk`, {}, body('FLOOR')));
    const oursTime = await timed(() => post(`${ours.url}/products/bulk`, headers, body('OURS')));
    if (round < 0) continue;
    results.floor.push((batch / floorTime) * 1000);
    results.ours.push((batch / oursTime) * 1000);
  }
  return { work, unit: 'rows/s', floor: median(results.floor), ours: median(results.ours), aim: 0.4 };
}

async function fill(ours: MeasuredServer, headers: Record<string, string>): Promise<void> {
  const started = performance.now();
  for (let from = 0; from < products; from += batch) {
    const items = Array.from({ length: Math.min(batch, products - from) }, (_, index) =>
      sampleProduct('FILL', from + index),
    );
    await post(`${ours.url}/products/bulk`, headers, { items });
  }
  const seconds = (performance.now() - started) / 1000;
  write(`filled ${products} products in ${seconds.toFixed(1)} s (${Math.round(products / seconds)}/s)`);
}

async function post(url: string, headers: Record<string, string>, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const answer = JSON.parse(text) as { data?: { summary: { failed: number } } };
  if (response.status !== 200 || (answer.data?.summary.failed ?? 0) > 0)
    throw new Error(`${url}: ${response.status} ${text.slice(0, 500)}`);
}

async function currentTag(ours: MeasuredServer, headers: Record<string, string>, sku: string): Promise<string> {
  const response = await fetch(`${ours.url}/products/${sku}`, { headers });
  return response.headers.get('etag') ?? '';
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function report(rows: readonly Row[], residentMemory: number): void {
  write(`\n${'work'.padEnd(48)}${'floor'.padStart(9)}${'ours'.padStart(9)}  unit         ratio   aim`);
  for (const { work, unit, floor, ours, aim } of rows) {
    const cells = [work.padEnd(48), floor.toFixed(0).padStart(9), ours.toFixed(0).padStart(9), `  ${unit.padEnd(11)}`];
    write(`${cells.join('')}${(ours / floor).toFixed(2).padStart(7)}${aim.toFixed(2).padStart(6)}`);
  }
  write(`resident memory of the server after the run: ${residentMemory.toFixed(0)} MiB (aim: at most 250)`);
}
