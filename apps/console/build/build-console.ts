import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** A file the console is made of. */
export interface ConsoleFile {
  /** Below the console's address; empty for the page itself. Any other name changes with the file's content. */
  readonly name: string;
  readonly type: 'html' | 'css' | 'js' | 'svg';
  readonly bytes: Buffer;
}

const at = (path: string) => new URL(path, import.meta.url);

/**
 * Makes the console from its sources, in memory and without a network: less than a second.
 *
 * @throws Error when a source is wrong.
 */
export async function buildConsole(): Promise<readonly ConsoleFile[]> {
  const parts = [
    hashed('console', 'js', await bundle()),
    hashed('console', 'css', await readFile(at('../src/console.css'))),
    hashed('icon', 'svg', await readFile(at('../src/icon.svg'))),
  ];
  const page = await readFile(at('../src/console.html'), 'utf8');
  const text = parts.reduce((html, { source, name }) => html.replaceAll(`"${source}"`, `"console/${name}"`), page);
  return [{ name: '', type: 'html', bytes: Buffer.from(text) }, ...parts];
}

function hashed(name: string, type: ConsoleFile['type'], bytes: Buffer) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { source: `${name}.${type}`, name: `${name}-${hash}.${type}`, type, bytes };
}

async function bundle(): Promise<Buffer> {
  const bundler = await rolldown({
    input: fileURLToPath(at('../src/main.tsx')),
    platform: 'browser',
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    logLevel: 'silent',
  });
  try {
    const { output } = await bundler.generate({ format: 'esm', minify: true });
    return Buffer.from(output[0].code);
  } finally {
    await bundler.close();
  }
}
