import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'csv-parse';
import pg from 'pg';
import { type Benchmark, interleave, perSecond } from './benchmark.ts';
import { type Installation, withSharedInstallation } from './installation.ts';
import { writeByHand } from './write-floor.ts';

/**
 * Imports of CSV files, beside a floor that parses the same file and writes the same tables by hand, and how much
 * memory the server needs for the largest file it accepts.
 */
export const imports: Benchmark = {
  name: 'imports',
  measure: (scale) =>
    withSharedInstallation(scale, async (installation) => {
      const count = scale.pick(20_000, 100);
      const files = new Map<string, Promise<string>>();
      const file = (side: string, round: number, text = 'A product') => {
        const prefix = `${side}${round}`;
        const name = `${prefix} ${text}`;
        const path = files.get(name) ?? writeFile(installation, prefix, count, text);
        files.set(name, path);
        return path;
      };
      const importing = async (round: number, { text, ...options }: { text?: string; dryRun?: true } = {}) => {
        const path = await file('OURS', round, text);
        return perSecond(count, () => importFile(installation, path, options));
      };
      const figures = await interleave(scale.pick(3, 1), {
        floor: async (round) => {
          const path = await file('FLOOR', round);
          return perSecond(count, () => importByHand(installation, path));
        },
        dryRun: (round) => importing(round, { dryRun: true }),
        ours: (round) => importing(round),
        unchanged: (round) => importing(round),
        dryRunOfChanges: (round) => importing(round, { dryRun: true, text: changed }),
        changes: (round) => importing(round, { text: changed }),
      });
      const memory = await measureMemory(installation, scale.pick(76_000, 200));
      const { floor, ours } = figures;
      return [
        { work: 'CSV import, new rows', unit: 'rows/s', floor, ours, aim: { ratioAtLeast: 1 } },
        {
          work: 'CSV import, dry run of new rows (beside the import)',
          unit: 'rows/s',
          floor: ours,
          ours: figures.dryRun,
          aim: { ratioAtLeast: 2 },
        },
        {
          work: 'CSV import, dry run of changed rows (beside the import)',
          unit: 'rows/s',
          floor: figures.changes,
          ours: figures.dryRunOfChanges,
          aim: { ratioAtLeast: 2 },
        },
        { work: 'CSV import, unchanged rows', unit: 'rows/s', ours: figures.unchanged, aim: { atLeast: 20_000 } },
        { work: 'memory added by 50 MB of CSV', unit: 'MiB', ours: memory, aim: { atMost: 150 } },
      ];
    }),
};

/** What the descriptions of products begin with when they have changed. */
const changed = 'A better product';

async function measureMemory(installation: Installation, count: number): Promise<number> {
  const { server } = installation;
  const path = await writeFile(installation, 'LARGE', count);
  const idle = await server.residentMemory();
  let most = idle;
  let done = false;
  const importing = importFile(installation, path).finally(() => {
    done = true;
  });
  while (!done) {
    most = Math.max(most, await server.residentMemory());
    await delay(50);
  }
  await importing;
  return most - idle;
}

async function writeFile({ folder }: Installation, prefix: string, count: number, text = 'A product'): Promise<string> {
  const path = join(folder, `${prefix} ${text}.csv`);
  const description = `${text} with a description of a usual length. `.repeat(12);
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
async function importFile(installation: Installation, path: string, options: object = {}): Promise<void> {
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'products.csv');
  form.set('options', JSON.stringify(options));
  const { server, headers } = installation;
  const response = await fetch(`${server.url}/imports`, { method: 'POST', headers, body: form });
  if (response.status !== 202) throw new Error(`POST /imports: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
  await installation.newestJob();
}

/**
 * The floor: a parser, and the statements of {@link writeByHand} for each 500 rows. No mapping, no validation, no
 * rules, no progress, nothing to go on from after a crash.
 */
async function importByHand({ databaseUrl, workspaceId }: Installation, path: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    let batch: Record<string, string>[] = [];
    const write = () => writeByHand(client, workspaceId, batch.map(toProduct));
    for await (const row of createReadStream(path).pipe(parse({ columns: true }))) {
      batch.push(row as Record<string, string>);
      if (batch.length < 500) continue;
      await write();
      batch = [];
    }
    await write();
  } finally {
    await client.end();
  }
}

function toProduct({ sku = '', name = '', brand = '', price, tags = '', ...row }: Record<string, string>) {
  const product = { sku, name, brand, mpn: null, status: 'draft', tags: tags.split('|'), price: Number(price) };
  return { ...product, document: JSON.stringify({ ...row, ...product, translations: {} }) };
}
