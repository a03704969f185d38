import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import { choices } from './choices.ts';
import { createProgram } from './program.ts';

/** Runs the command in a folder of its own, where nobody can be asked. */
async function run(args: readonly string[], { userAgent }: { readonly userAgent?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'create-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const printed: string[] = [];
  const terminal = {
    folder,
    interactive: false,
    userAgent,
    out: (text: string) => void printed.push(text),
    err: (text: string) => void printed.push(text),
  };
  const call = (...given: string[]) => createProgram(terminal).parseAsync(given, { from: 'user' });
  return { folder, printed, ended: call(...args), call };
}

const linesOf = (text: string) => text.split('\n').length - 1;
const every = choices.adapter.flatMap((adapter) => choices.store.map((store) => [adapter, store] as const));

describe('create-contract-kit', () => {
  it.each(every)('creates at most 12 files of 250 lines beside package.json: %s, %s', async (adapter, store) => {
    const { folder, printed, ended } = await run([
      ...['my-notes', '--adapter', adapter, '--store', store],
      ...['--package-manager', 'pnpm', '--no-install', '--json'],
    ]);
    await ended;
    const { files, ...made } = JSON.parse(printed.join('')) as { readonly files: string[] };
    expect(made).toEqual({
      folder: join(folder, 'my-notes'),
      adapter,
      store,
      packageManager: 'pnpm',
      installed: false,
    });
    expect(files.length).toBeLessThanOrEqual(12);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, 'my-notes', file), 'utf8')));
    const [manifest = '', ...others] = texts;
    expect(JSON.parse(manifest)).toMatchObject({ name: 'my-notes', type: 'module' });
    expect(linesOf(others.join(''))).toBeLessThanOrEqual(250);
    // Nothing is left of how the templates are kept.
    expect(others.join('')).not.toMatch(/my-api|\.(express|fetch|memory|postgres)\.ts|`npm /);
  });

  it('prints the next steps for the package manager that started it', async () => {
    const { printed, ended } = await run(['my-notes', '--yes', '--no-install'], { userAgent: 'pnpm/12.0.0 npm/?' });
    await ended;
    expect(printed.join('')).toMatch(
      /^Made 12 files in .*my-notes\. Now:\n\n {2}cd my-notes\n {2}pnpm install\n {2}pnpm start\n$/,
    );
  });

  it('refuses a folder that is not empty, and does not change it', async () => {
    const { folder, call, ended } = await run(['first', '--yes', '--no-install']);
    await ended;
    await mkdir(join(folder, 'taken'));
    await writeFile(join(folder, 'taken/notes.txt'), 'mine');
    await expect(call('taken', '--yes', '--no-install')).rejects.toThrow('taken is not empty: it contains notes.txt.');
    await expect(call('taken/notes.txt', '--yes', '--no-install')).rejects.toThrow('notes.txt is a file.');
    expect(await readFile(join(folder, 'taken/notes.txt'), 'utf8')).toBe('mine');
  });

  it.each<[string, readonly string[], string]>([
    ['no folder where nobody can be asked', [], 'Name the folder to create: create-contract-kit my-api'],
    ['a name that is none for a package', ['My Notes'], '"My Notes" is not a package name'],
  ])('refuses %s in one line', async (_, args, reason) => {
    const { ended } = await run([...args, '--no-install']);
    await expect(ended).rejects.toThrow(reason);
  });

  it.each<[string, readonly string[], string]>([
    ['an adapter there is not', ['--adapter', 'koa'], "argument 'koa' is invalid. Allowed choices are express, fetch."],
    ['a flag there is not', ['--force'], "unknown option '--force'"],
  ])('refuses %s and says what there is', async (_, args, reason) => {
    const { printed, ended } = await run(['my-notes', ...args]);
    await expect(ended).rejects.toThrow(CommanderError);
    expect(printed.join('')).toContain(reason);
    expect(linesOf(printed.join(''))).toBe(1);
  });
});
