import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Prints the URL of every module that a process has loaded, when it exits. */
const listModules = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write(urls.join('\\n')));`;

const commands = [['--help'], ['settings'], ['load --help']];

it.each(commands)('pcm %s loads neither the ORM, its driver nor the HTTP server', async (words) => {
  const listing = `data:text/javascript,${encodeURIComponent(listModules)}`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', listing, main, ...words.split(' ')]);
  const modules = stderr.split('\n');
  expect(modules).toContainEqual(expect.stringContaining('cli/program.ts'));
  const unwanted = /\/node_modules\/(@mikro-orm|kysely|pg)\/|\/middleware\/src\/core\//;
  expect(modules.filter((url) => unwanted.test(url))).toEqual([]);
});
