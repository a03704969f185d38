import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';

/** A file of the console. */
export interface ConsoleFile {
  /** Relative to the console's address; empty for the page itself. Any other name changes with the file's content. */
  readonly name: string;
  readonly type: 'html' | 'css' | 'js' | 'svg';
  readonly bytes: Buffer;
  /** Loaded with the page, rather than when a part of it is opened. */
  readonly isFirst: boolean;
}

/** The place in the page for the nonce of the response. */
export const noncePlaceholder = '{{nonce}}';

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
 * @throws Error when a source file is invalid.
 */
export async function buildConsole(): Promise<readonly ConsoleFile[]> {
  const [{ scripts, modules }, icon, html] = await Promise.all([
    bundle(),
    readFile(at('../src/icon.svg')),
    readFile(at('../src/console.html'), 'utf8'),
  ]);
  const linked = [
    { source: 'console.css', ...hashed('console', 'css', await styleSheet(modules)) },
    { source: 'icon.svg', ...hashed('icon', 'svg', icon) },
  ];
  const entry = scripts.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('The console has no script.');
  const addresses = [...linked.map(({ source, name }) => [source, name] as const), ['console.js', entry.name] as const];
  const page = addresses.reduce((text, [source, name]) => text.replaceAll(`"${source}"`, `"console/${name}"`), html);
  return [
    { name: '', type: 'html', bytes: Buffer.from(page), isFirst: true },
    ...linked,
    ...scripts.map(({ name, bytes, isFirst }) => ({ name, type: 'js' as const, bytes, isFirst })),
  ];
}

/**
 * The styles of the library components in the bundle, and the console's own. A component's `Button.module.mjs` names
 * the classes of its `Button.layer.css`; modules are in import order, and so must their styles be.
 */
async function styleSheet(modules: readonly string[]): Promise<Buffer> {
  const available = new Set(await readdir(libraryStyles));
  const components = modules
    .filter((path) => path.includes('@mantine/core/'))
    .map((path) => `${basename(path).replace(/\.module\.mjs$/, '')}.layer.css`)
    .filter((name) => available.has(name))
    .map((name) => join(libraryStyles, name));
  const paths = [...baseStyles, ...components, ...packageStyles, ownStyles];
  return Buffer.from((await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n'));
}

function hashed(name: string, type: ConsoleFile['type'], bytes: Buffer): ConsoleFile {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${name}-${hash}.${type}`, type, bytes, isFirst: true };
}

interface Script {
  readonly name: string;
  readonly bytes: Buffer;
  readonly isEntry: boolean;
  readonly isFirst: boolean;
}

interface Bundle {
  /** One for the start, and one for each part that is imported when it is opened. */
  readonly scripts: readonly Script[];
  /** The paths of the modules in them, imported ones before those that import them. */
  readonly modules: readonly string[];
}

async function bundle(): Promise<Bundle> {
  const bundler = await rolldown({
    input: fileURLToPath(at('../src/main.tsx')),
    platform: 'browser',
    resolve: { alias: { '@ts-rest/core': fileURLToPath(at('./contract-builder.ts')) } },
    transform: { jsx: { runtime: 'automatic' }, define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
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
        bytes: Buffer.from(code),
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
