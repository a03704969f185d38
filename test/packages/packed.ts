import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { run } from '@product-content/test-support/run-program';
import { root } from '../docs/repository.ts';
import type { PublishedPackage } from './published-packages.ts';

/** Packs them as they are published, each built first; returns tarballs by package name. */
export async function pack(packages: readonly PublishedPackage[], folder: string): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true });
  const filters = packages.map((each) => `--filter=./${each.folder}`);
  await run(root, 'npx', '--yes', 'pnpm@12', ...filters, 'pack', '--pack-destination', folder);
  const files = await readdir(folder);
  return new Map(
    packages.map(({ manifest: { name, version } }) => {
      const file = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
      if (!files.includes(file)) throw new Error(`${file} was not packed; there are ${files.join(', ')}.`);
      return [name, join(folder, file)];
    }),
  );
}

/** A new project outside the workspace with these files of the repository, and its dependencies from the registry. */
export async function createProject(folder: string, files: readonly string[], dependencies: Record<string, string>) {
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  await writeFile(join(folder, 'package.json'), json({ private: true, type: 'module', dependencies }));
  await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
}

/** Compiles a project's files strictly, declarations of its dependencies included unless said otherwise. */
export async function compile(folder: string, options: object = {}): Promise<void> {
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    ...options,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  await run(folder, process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', '.');
}
