import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runToEnd } from '@product-content/test-support/run-program';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('./main.js', import.meta.url));

/** Prints the URL of every module that a process has loaded, when it exits. */
const listModules = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write([...urls, ...process.moduleLoadList].join('\\n')));`;

/** What `pcm` loads for a command, Node's own modules included. */
async function modulesOf(words: string): Promise<string[]> {
  const listing = `data:text/javascript,${encodeURIComponent(listModules)}`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', listing, main, ...words.split(' ')]);
  return stderr.split('\n');
}

const commands = [['--help'], ['settings'], ['load --help']];

it.each(commands)('pcm %s loads neither the ORM, its driver nor the HTTP server', async (words) => {
  const modules = await modulesOf(words);
  expect(modules).toContainEqual(expect.stringContaining('cli/program.ts'));
  const unwanted = /\/node_modules\/(@mikro-orm|kysely|pg)\/|\/middleware\/src\/core\//;
  expect(modules.filter((url) => unwanted.test(url))).toEqual([]);
});

it('pcm --help loads neither settings, contract, schemas nor another command', async () => {
  const modules = await modulesOf('--help');
  const unwanted = /\/node_modules\/zod\/|\/contract\/src\/|\/server\/src\/(config|kernel|cli\/commands)\//;
  expect(modules.filter((url) => unwanted.test(url))).toEqual([]);
});

it('pcm loads no TypeScript parser once its files are compiled, and no client of fetch', async () => {
  await modulesOf('webhook listen --help');
  const modules = await modulesOf('webhook listen --help');
  expect(modules).toContainEqual(expect.stringContaining('commands/webhook-commands.ts'));
  expect(modules.filter((name) => /internal\/deps\/(amaro|undici)/.test(name))).toEqual([]);
});

/** Prints the folder that a process caches in what it compiles, when it exits. */
const showCache = `
  import { getCompileCacheDir } from 'node:module';
  process.on('exit', () => process.stderr.write(' cache: ' + getCompileCacheDir()));`;

async function cacheOf(program: string, ...words: string[]): Promise<string | undefined> {
  const showing = `data:text/javascript,${encodeURIComponent(showCache)}`;
  const args = ['PORT=none', process.execPath, '--import', showing, program, ...words];
  const { stderr } = await runToEnd('.', 'env', ...args);
  return /cache: (\/.*)$/.exec(stderr)?.[1];
}

it('commands and the server, whose flags differ, do not overwrite what the other has compiled', async () => {
  // It ends at once: its port is no number.
  const server = await cacheOf(fileURLToPath(new URL('../main.js', import.meta.url)));
  const command = await cacheOf(main, '--help');
  expect([server, command]).toEqual([expect.any(String), expect.any(String)]);
  expect(command).not.toBe(server);
});
