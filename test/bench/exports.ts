import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@product-content/test-support/embedded-postgres';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { median } from './load.ts';
import { startServer } from './processes.ts';
import { sampleProduct } from './sample-product.ts';

/**
 * Measures an export to CSV against `COPY … TO` of the same columns of the same products, taken as
 * PostgreSQL writes it, and the memory of the server meanwhile.
 *
 *   node test/bench/exports.ts [--products 200000] [--rounds 3]
 */
const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '3' } },
});
const products = Number(options.products);
const rounds = Number(options.rounds);
const aim = 0.2;
const seeds = 2000;

/** Columns, and what they are in SQL. */
const columns = {
  sku: 'sku',
  type: 'type',
  status: 'status',
  name: 'name',
  description: "document::json ->> 'description'",
  brand: 'brand',
  mpn: 'mpn',
  stock: "document::json ->> 'stock'",
  'prices.EUR': "document::json -> 'prices' -> 'EUR' ->> 'amount'",
  'translations.de.name': "document::json -> 'translations' -> 'de' ->> 'name'",
  'translations.de.description': "document::json -> 'translations' -> 'de' ->> 'description'",
} as const;

/** Copies of products, so that many are there soon. */
const multiply = `
  insert into product select p.workspace_id, gen_random_uuid(), p.sku || '-' || n, p.type, p.status, p.version,
    p.parent_id, p.axis_key, p.name, p.brand, p.gtin, p.mpn, p.search, p.tags, p.category_id, p.currency, p.price,
    p.completeness, p.has_images, p.attribute_keys, p.created_at, p.updated_at,
    replace(p.document, format('"sku":"%s"', p.sku), format('"sku":"%s-%s"', p.sku, n)), p.completeness_details
  from product p, generate_series(2, $1::int) n`;

const write = (text: string) => process.stdout.write(`${text}\n`);
const folder = await mkdtemp(join(tmpdir(), 'product-content-bench-'));
const postgres = await startEmbeddedPostgres();
const databaseUrl = await postgres.createDatabase('bench');
const server = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: folder });
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
try {
  const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(server.url + path, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { data: Record<string, string> & { result: { size: number } } };
  };

  for (let first = 0; first < seeds; first += 500) {
    await send('POST', '/products/bulk', {
      items: Array.from({ length: 500 }, (_, index) => sampleProduct('P', first + index)),
    });
  }
  await client.query(multiply, [Math.ceil(products / seeds)]);
  await client.query('vacuum analyze product');

  const target = join(folder, 'copy.csv');
  const list = Object.entries(columns).map(([name, sql]) => `${sql} as "${name}"`);
  const copy = `copy (select ${list.join(', ')} from product order by sku) to stdout with (format csv, header)`;
  const exported = async () => {
    const { jobId } = (await send('POST', '/exports', { async: true, columns: Object.keys(columns) })).data;
    for (;;) {
      const { data } = await send('GET', `/jobs/${jobId}`);
      if (data.status === 'failed') throw new Error(JSON.stringify(data));
      if (data.status === 'completed') {
        return { ms: Date.parse(`${data.finishedAt}`) - Date.parse(`${data.startedAt}`), size: data.result.size };
      }
      memory.push(await server.residentMemory());
      await delay(50);
    }
  };

  const memory: number[] = [];
  const idle = await server.residentMemory();
  const [floor, ours]: [number[], number[]] = [[], []];
  let sizes = '';
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await pipeline(client.query(copyTo(copy)), createWriteStream(target));
    floor.push(products / (performance.now() - start));
    const { ms, size } = await exported();
    ours.push(products / ms);
    const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
    sizes = `${megabytes(size)} MiB exported, ${megabytes((await stat(target)).size)} MiB copied`;
  }
  const [a, b] = [median(ours) * 1000, median(floor) * 1000];
  write(`${products} products as CSV: ${sizes}`);
  write(`exported: ${Math.round(a)} rows/s, COPY: ${Math.round(b)} rows/s, ratio ${(a / b).toFixed(2)} (aim ${aim})`);
  write(`memory: ${idle.toFixed(0)} MiB idle, at most ${Math.max(...memory).toFixed(0)} MiB meanwhile`);
} finally {
  await client.end();
  await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
