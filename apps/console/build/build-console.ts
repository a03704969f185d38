import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';
import type { ConsoleFile } from './console-file.ts';

const at = (path: string) => new URL(path, import.meta.url);

const libraryStyles = dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles/global.layer.css')));

/** In cascade order. The library's styles are in a layer, so that the console's own win. */
const baseStyles = ['baseline', 'default-css-variables', 'global'].map((name) =>
  join(libraryStyles, `${name}.layer.css`),
);
const packageStyles = ['notifications', 'spotlight', 'dropzone', 'charts'].map((name) =>
  fileURLToPath(import.meta.resolve(`@mantine/${name}/styles.layer.css`)),
);
const ownStyles = fileURLToPath(at('../src/theme/console.css'));

/**
 * Builds the console from its sources, in memory and without network access.
 *
 * @param onRead called with the path of each file, packages included, before it is read.
 * @throws Error when a source file is invalid.
 */
export async function buildConsole(onRead: (path: string) => void): Promise<readonly ConsoleFile[]> {
  const read = (path: string) => {
    onRead(path);
    return readFile(path, 'utf8');
  };
  const [{ scripts, modules }, icon, html] = await Promise.all([
    bundle(onRead),
    read(fileURLToPath(at('../src/icon.svg'))),
    read(fileURLToPath(at('../src/console.html'))),
  ]);
  const linked = [
    { source: 'console.css', ...hashed('console', 'css', await styleSheet(modules, read)) },
    { source: 'icon.svg', ...hashed('icon', 'svg', icon) },
  ];
  const entry = scripts.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('The console has no script.');
  const addresses = [...linked.map(({ source, name }) => [source, name] as const), ['console.js', entry.name] as const];
  const page = addresses.reduce((text, [source, name]) => text.replaceAll(`"${source}"`, `"console/${name}"`), html);
  return [
    { name: '', type: 'html', text: page, isFirst: true },
    ...linked,
    ...scripts.map(({ name, text, isFirst }) => ({ name, type: 'js' as const, text, isFirst })),
  ];
}

/**
 * The styles of the library components in the bundle, and the console's own. A component's `Button.module.mjs` names
 * the classes of its `Button.layer.css`; modules are in import order, and so must their styles be.
 */
async function styleSheet(modules: readonly string[], read: (path: string) => Promise<string>): Promise<string> {
  const available = new Set(await readdir(libraryStyles));
  const components = modules
    .filter((path) => path.includes('@mantine/core/'))
    .map((path) => `${basename(path).replace(/\.module\.mjs$/, '')}.layer.css`)
    .filter((name) => available.has(name))
    .map((name) => join(libraryStyles, name));
  const paths = [...baseStyles, ...components, ...packageStyles, ownStyles];
  return (await Promise.all(paths.map(read))).join('\n');
}

function hashed(name: string, type: ConsoleFile['type'], text: string): ConsoleFile {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { name: `${name}-${hash}.${type}`, type, text, isFirst: true };
}

interface Script {
  readonly name: string;
  readonly text: string;
  readonly isEntry: boolean;
  readonly isFirst: boolean;
}

interface Bundle {
  /** One for the start, and one for each part that is imported when it is opened. */
  readonly scripts: readonly Script[];
  /** The paths of the modules in them, imported ones before those that import them. */
  readonly modules: readonly string[];
}

async function bundle(onRead: (path: string) => void): Promise<Bundle> {
  const bundler = await rolldown({
    input: fileURLToPath(at('../src/main.tsx')),
    platform: 'browser',
    resolve: { alias: { '@ts-rest/core': fileURLToPath(at('./contract-builder.ts')) } },
    transform: { jsx: { runtime: 'automatic' }, define: { 'process.env.NODE_ENV': '"production"' } },
    tsconfig: false,
    logLevel: 'silent',
    plugins: [{ name: 'on-read', load: { filter: { id: /^\// }, handler: (id) => void onRead(id) } }],
  });
  try {
    const { output } = await bundler.generate({
      format: 'esm',
      minify: true,
      entryFileNames: 'console-[hash].js',
      chunkFileNames: '[name]-[hash].js',
    });
    const chunks = output.filter((file) => file.type === 'chunk');
    const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    const first = reach(
      chunks.filter(({ isEntry }) => isEntry),
      byName,
    );
    const ordered = reach(chunks, byName);
    return {
      scripts: chunks.map(({ fileName, code, isEntry }) => ({
        name: fileName,
        text: code,
        isEntry,
        isFirst: first.some((chunk) => chunk.fileName === fileName),
      })),
      modules: ordered.flatMap(({ moduleIds }) => moduleIds),
    };
  } finally {
    await bundler.close();
  }
}

/** The chunks and everything they import, imported ones first. */
function reach(from: readonly OutputChunk[], byName: ReadonlyMap<string, OutputChunk>): readonly OutputChunk[] {
  const seen = new Set<OutputChunk>();
  const reached: OutputChunk[] = [];
  const visit = (chunk: OutputChunk) => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported !== undefined) visit(imported);
    }
    reached.push(chunk);
  };
  for (const chunk of from) visit(chunk);
  return reached;
}
