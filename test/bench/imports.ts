import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@product-content/test-support/embedded-postgres';
import pg from 'pg';
import { importByHand } from './imports-floor.ts';
import { median } from './load.ts';
import { startServer } from './processes.ts';

/**
 * Measures the import of CSV files: rows a second beside a floor that parses the same file and writes the same tables
 * by hand, and the memory of the server while it imports a file of the greatest size.
 *
 *   node test/bench/imports.ts
 */
const rows = 20_000;
const rounds = 3;
const aim = { ratio: 0.4, memoryMiB: 150 };
const largeRows = 76_000;

const write = (text: string) => process.stdout.write(`${text}\n`);
const folder = await mkdtemp(join(tmpdir(), 'product-content-bench-'));
const postgres = await startEmbeddedPostgres();
const databaseUrl = await postgres.createDatabase('bench');
const server = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: folder });
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
try {
  const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
  await measureRate(key);
  await measureMemory(key);
} finally {
  await client.end();
  await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureRate(key: string): Promise<void> {
  const rates = { floor: [] as number[], ours: [] as number[], again: [] as number[] };
  const { rows: workspaces } = await client.query<{ id: string }>('select id from workspace limit 1');
  for (let round = -1; round < rounds; round += 1) {
    const byHand = await makeFile(`H${round}`, rows);
    const ours = await makeFile(`O${round}`, rows);
    const measured = {
      floor: await rate(() => importByHand(databaseUrl, workspaces[0]?.id ?? '', byHand)),
      ours: await rate(() => importFile(key, ours)),
      again: await rate(() => importFile(key, ours)),
    };
    if (round < 0) continue;
    for (const name of ['floor', 'ours', 'again'] as const) rates[name].push(measured[name]);
  }
  const [floor, ours, again] = [median(rates.floor), median(rates.ours), median(rates.again)];
  const ratio = (ours / floor).toFixed(2);
  write(`new rows/s: floor ${floor.toFixed(0)}, ours ${ours.toFixed(0)}, ratio ${ratio}, aim ${aim.ratio}`);
  write(`unchanged rows/s: ${again.toFixed(0)}`);
}

async function measureMemory(key: string): Promise<void> {
  const path = await makeFile('L', largeRows);
  const { size } = await openAsBlob(path);
  const idle = await server.residentMemory();
  let most = idle;
  let done = false;
  const importing = importFile(key, path).finally(() => {
    done = true;
  });
  while (!done) {
    await delay(100);
    most = Math.max(most, await server.residentMemory());
  }
  await importing;
  const grown = (most - idle).toFixed(0);
  write(
    `memory: ${(size / 2 ** 20).toFixed(0)} MiB of CSV, ${grown} MiB over ${idle.toFixed(0)}, aim ${aim.memoryMiB}`,
  );
}

async function rate(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return (rows / (performance.now() - begin)) * 1000;
}

async function makeFile(prefix: string, count: number): Promise<string> {
  const path = join(folder, `${prefix}.csv`);
  const description = 'A product with a description of a usual length. '.repeat(12);
  async function* lines() {
    yield 'sku,name,brand,price,tags,description\n';
    for (let index = 0; index < count; index += 1) {
      yield `${prefix}-${index},Product ${index},Brand ${index % 50},${index % 1000}.95,new|t${index % 20},${description}${index}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
  return path;
}

/** Sends a file and waits for the end of its job. */
async function importFile(key: string, path: string): Promise<void> {
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'products.csv');
  const answer = await fetch(`${server.url}/imports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: form,
  });
  if (answer.status !== 202) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`);
  for (;;) {
    await delay(20);
    const { rows: jobs } = await client.query<{ status: string; error_count: number; result: unknown }>(
      'select status, error_count, result from job order by created_at desc limit 1',
    );
    const [job] = jobs;
    if (job?.status === 'queued' || job?.status === 'running') continue;
    if (job?.status === 'completed' && job.error_count === 0) return;
    throw new Error(`The import ended ${JSON.stringify(job)}`);
  }
}
