import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { pcmProgram } from '@product-content/test-support/app/programs';
import { to as copyTo } from 'pg-copy-streams';
import { type Benchmark, perSecond } from './benchmark.ts';
import { multiplyProducts } from './exports.ts';
import { withInstallation } from './installation.ts';

const addVersions = `
  insert into product_version (workspace_id, product_id, version, created_at, event, source, actor, changed_fields, status, document)
  select p.workspace_id, p.id, 1, p.created_at, 'created', 'api', '{}', '{}', p.status, p.document from product p
  on conflict do nothing`;

/** A backup, and its restoration, of products with one version each, beside what `COPY` and gzip take for the same rows. */
export const backups: Benchmark = {
  name: 'backups',
  measure: (scale) =>
    withInstallation(scale, async ({ fill, database, databaseUrl, folder }) => {
      const seeds = scale.pick(2000, 50);
      const products = scale.pick(100_000, 100);
      await fill('P', seeds);
      await database.query(multiplyProducts, [Math.ceil(products / seeds)]);
      await database.query(addVersions);
      await database.query('vacuum analyze');
      await database.query('create database restored');
      const file = join(folder, 'backup.tar.gz');
      const pcm = (words: readonly string[], name: string, files: string) =>
        peakMemoryOf([pcmProgram, ...words], {
          DATA_DIR: join(folder, 'pcm'),
          DATABASE_URL: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href,
          ASSETS_URL: `file:${join(folder, files)}`,
        });
      const floor = await perSecond(products, async () => {
        for (const table of ['product', 'product_version']) {
          const copy = database.query(copyTo(`copy ${table} to stdout`));
          const zipped = createGzip({ level: constants.Z_BEST_SPEED });
          await pipeline(copy, zipped, createWriteStream(join(folder, table)));
        }
      });
      let most = 0;
      const run = async (words: readonly string[], name: string, files: string) => {
        most = Math.max(most, await pcm(words, name, files));
      };
      const saved = await perSecond(products, () => run(['backup', file], 'bench', 'files'));
      const restored = await perSecond(products, () => run(['restore', file], 'restored', 'restored'));
      scale.say(`The backup of ${products} products takes ${((await stat(file)).size / 1e6).toFixed(0)} MB.`);
      return [
        { work: `backup of ${products} products`, unit: 'rows/s', ours: saved, floor, aim: { ratioAtLeast: 0.5 } },
        { work: 'its restoration', unit: 'rows/s', ours: restored, aim: { atLeast: 1000 } },
        { work: 'memory of the command', unit: 'MiB', ours: most, aim: { atMost: 350 } },
      ];
    }),
};

/** Runs a program of Node. @returns the most memory it took, in MiB. @throws Error with what it said when it fails. */
async function peakMemoryOf(words: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, words, { env: { PATH, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  let most = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const looking = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  }, 100);
  const [code] = await once(child, 'close');
  clearInterval(looking);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${errors}`);
  return most;
}
