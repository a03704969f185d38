import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { createApi } from '@product-content/test-support/app/api';
import { type AppProcess, spawnApp } from '@product-content/test-support/app/app-process';
import { pcmProgram } from '@product-content/test-support/app/programs';
import { expect, it, onTestFinished } from 'vitest';
import { readMarkdown } from './markdown/markdown.ts';
import { inRepository } from './repository.ts';

const { blocks } = readMarkdown(inRepository('docs/guides/backup-and-upgrade.md'));

/** The commands of a block, with what runs `pcm` here; a command that starts the server is left out. */
function commandsOf(word: string): string[] {
  const text = blocks.find(({ language, words }) => language === 'sh' && words[0] === word)?.text ?? '';
  const program = `'${process.execPath}' '${pcmProgram}'`;
  const lines = text.trim().split('\n');
  return lines.filter((line) => !line.endsWith(' start')).map((line) => line.replace('npx --yes pnpm@12 pcm', program));
}

it('the guide saves the embedded database while the server runs, and restores it into a new folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pcm-docs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Started by root, PostgreSQL runs as another user, who has to get in.
  await chmod(folder, 0o755);
  const product = { sku: 'KEPT', name: 'Kept' };
  const start = (dataDir: string) =>
    spawnApp({ PORT: '0', SEED: 'none', LOG_LEVEL: 'warn', DATA_DIR: join(folder, dataDir) });
  const run = async (commands: readonly string[]) => {
    expect(commands).not.toEqual([]);
    for (const command of commands) await promisify(execFile)('sh', ['-c', command], { cwd: folder });
  };

  let app = await start('.data');
  const key = (await readFile(join(folder, '.data/demo-key'), 'utf8')).trim();
  const apiOf = ({ baseUrl }: AppProcess) => createApi(baseUrl, key);
  expect((await apiOf(app).post('/products', product)).status).toBe(201);
  await app.kill('SIGKILL');
  app = await start('.data');
  expect((await apiOf(app).get('/products/KEPT')).status).toBe(200);
  await run(commandsOf('backup'));
  expect(await app.kill('SIGTERM')).toBe(0);

  await run(commandsOf('restore'));
  app = await start('restored');
  expect((await apiOf(app).get('/products/KEPT')).data).toMatchObject(product);
  expect(await app.kill('SIGTERM')).toBe(0);
});
