import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { run, runToEnd } from '@product-content/test-support/run-program';
import { readMarkdown } from '../docs/markdown/markdown.ts';
import { inRepository, root } from '../docs/repository.ts';
import type { PublishedPackage } from './published-packages.ts';

const guide = readMarkdown(inRepository('docs/guides/using-the-library.md'));
const ownCompiler = inRepository('node_modules/typescript/bin/tsc');

/** Tarballs by the sources they were packed from, so that one test of a run packs them for all. */
const cache = inRepository('node_modules/.cache/product-content/packed');

/** What tarballs are made of. */
const sources = [
  ...['packages', 'contract', 'tsconfig.base.json', 'tsconfig.build.json', 'LICENSE'],
  ...['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
];

/** Packs the library by the command of the guide, and what else is published; returns tarballs by package name. */
export async function pack(packages: readonly PublishedPackage[]): Promise<Map<string, string>> {
  const state = await hashSources();
  const folder = join(cache, state);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    await packInto(unfinished, packages);
    // Another test may have packed the same meanwhile.
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
    const older = (await readdir(cache)).filter((name) => /^[0-9a-f]+$/.test(name) && name !== state);
    for (const name of older) await rm(join(cache, name), { recursive: true, force: true });
  }
  const files = await readdir(folder);
  return new Map(
    packages.map(({ manifest: { name, version } }) => {
      const file = `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
      if (!files.includes(file)) throw new Error(`${file} was not packed; there are ${files.join(', ')}.`);
      return [name, join(folder, file)];
    }),
  );
}

async function hashSources(): Promise<string> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--'];
  const listed = await run(root, 'git', ...list, ...sources);
  const hash = createHash('sha256');
  for (const path of listed.split('\0')) {
    // A deleted file is listed, and so is a link to a folder.
    const content = await readFile(join(root, path)).catch(() => '');
    hash.update(`${path}\0`).update(content);
  }
  return hash.digest('hex');
}

async function packInto(folder: string, packages: readonly PublishedPackage[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const others = packages.filter((each) => !each.folder.startsWith('packages/'));
  const filters = others.map((each) => `--filter=./${each.folder}`);
  await run(root, 'npx', ...packCommand(folder));
  await run(root, 'npx', '--yes', 'pnpm@12', ...filters, 'pack', '--pack-destination', folder);
}

/** The arguments of `npx` in the guide, with this folder in the place of its own. */
function packCommand(folder: string): string[] {
  const command = guide.blocks.flatMap(({ text }) => /^npx (.*) \/tmp\/contract-kit$/m.exec(text)?.[1] ?? [])[0];
  if (command === undefined) throw new Error('The guide does not say how the packages are packed.');
  return [...command.split(' '), folder];
}

/** The compiler options that the guide advises. */
function advisedOptions(): object {
  const block = guide.blocks.find(({ language, text }) => language === 'json' && text.includes('compilerOptions'));
  if (block === undefined) throw new Error('The guide shows no tsconfig.json.');
  return (JSON.parse(block.text) as { compilerOptions: object }).compilerOptions;
}

/** A new project outside the workspace with these files of the repository, and its dependencies from the registry. */
export async function createProject(folder: string, files: readonly string[], dependencies: Record<string, string>) {
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  await writeFile(join(folder, 'package.json'), json({ private: true, type: 'module', dependencies }));
  await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
}

/**
 * Compiles a project's files with the options of the guide.
 *
 * @param options take the place of the guide's.
 * @returns a line for each fault, which begins with the file it is in.
 */
export async function compile(folder: string, options: object = {}, tsc = ownCompiler): Promise<string[]> {
  const compilerOptions = { ...advisedOptions(), ...options };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  const { stdout, stderr } = await runToEnd(folder, process.execPath, tsc, '-p', '.');
  // Lines that explain a fault are indented.
  return `${stdout}${stderr}`.split('\n').filter((line) => /^\S/.test(line));
}
