import { readFile } from 'node:fs/promises';
import type { FileBody } from '@contract-kit/middleware';
import { type ConsoleFile, noncePlaceholder } from '@product-content/console/console-file';
import { consolePath } from '../../features/meta/index.ts';
import { caching, toPageFile } from './page-file.ts';
import type { ServedPage } from './serve-page.ts';

/** Written by the build. */
const file = new URL('../../../dist/console.json', import.meta.url);

/** The console, as it was built last. It is read on the first request, then kept in memory. */
export function createConsolePage(): ServedPage {
  let reading: Promise<BuiltConsole> | undefined;
  return {
    path: consolePath,
    // Products have pictures on other servers; pictures to be uploaded are shown from memory.
    pictures: ['https:', 'blob:'],
    async file(name, styleNonce) {
      reading ??= read().catch((error: unknown) => {
        reading = undefined;
        throw error;
      });
      const { page, files } = await reading;
      return name === '' ? page(styleNonce) : (files.get(name) ?? null);
    },
  };
}

interface BuiltConsole {
  readonly page: (styleNonce: string) => FileBody;
  readonly files: ReadonlyMap<string, FileBody>;
}

async function read(): Promise<BuiltConsole> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error('The console is not built. `node apps/server/build/main.js` builds it.', { cause });
  });
  const built: readonly ConsoleFile[] = JSON.parse(text);
  const html = built.find(({ name }) => name === '')?.text ?? '';
  return {
    page: (styleNonce) => toPageFile('html', Buffer.from(html.replaceAll(noncePlaceholder, styleNonce)), caching.never),
    files: new Map(
      built
        .filter(({ name }) => name !== '')
        .map(({ name, type, text }) => [name, toPageFile(type, Buffer.from(text), caching.forever)]),
    ),
  };
}
