import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { to as copyTo } from 'pg-copy-streams';
import { type Benchmark, interleave, perSecond } from './benchmark.ts';
import { withSharedInstallation } from './installation.ts';

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
export const multiplyProducts = `
  insert into product select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
    'sku', p.sku || '-' || n,
    'document', replace(p.document, format('"sku":"%s"', p.sku), format('"sku":"%s-%s"', p.sku, n))))).*
  from product p, generate_series(2, $1::int) n`;

/** An export to CSV beside `COPY … TO` of the same columns of the same products, as PostgreSQL writes it. */
export const exports: Benchmark = {
  name: 'exports',
  measure: (scale) =>
    withSharedInstallation(scale, async ({ fill, database, send, folder, newestJob, server }) => {
      const seeds = scale.pick(2000, 50);
      const products = scale.pick(200_000, 100);
      await fill('P', seeds);
      await database.query(multiplyProducts, [Math.ceil(products / seeds)]);
      await database.query('vacuum analyze product');
      const list = Object.entries(columns).map(([name, sql]) => `${sql} as "${name}"`);
      const copy = `copy (select ${list.join(', ')} from product order by sku) to stdout with (format csv, header)`;
      const idle = await server.residentMemory();
      let most = idle;
      const figures = await interleave(scale.pick(3, 1), {
        floor: () =>
          perSecond(products, () =>
            pipeline(database.query(copyTo(copy)), createWriteStream(join(folder, 'copy.csv'))),
          ),
        ours: async () => {
          await send('POST', '/exports', { async: true, columns: Object.keys(columns) });
          let done = false;
          const finished = newestJob().finally(() => {
            done = true;
          });
          while (!done) {
            most = Math.max(most, await server.residentMemory());
            await delay(50);
          }
          return (products / (await finished).durationMs) * 1000;
        },
      });
      return [
        { work: `CSV export of ${products} products`, unit: 'rows/s', ...figures, aim: { ratioAtLeast: 0.2 } },
        { work: 'memory added by it', unit: 'MiB', ours: most - idle, aim: { atMost: 150 } },
      ];
    }),
};
