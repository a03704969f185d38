import type { FileBody } from '@contract-kit/middleware';
import { consolePath } from '../../features/meta/index.ts';
import { caching, toPageFile } from './page-file.ts';
import type { ServedPage } from './serve-page.ts';

/** The console. It is built from source on the first request, then kept in memory. */
export function createConsolePage(): ServedPage {
  let built: Promise<BuiltConsole> | undefined;
  return {
    path: consolePath,
    // Products have pictures on other servers; pictures to be uploaded are shown from memory.
    pictures: ['https:', 'blob:'],
    async file(name, styleNonce) {
      built ??= build().catch((error: unknown) => {
        built = undefined;
        throw error;
      });
      const { page, files } = await built;
      return name === '' ? page(styleNonce) : (files.get(name) ?? null);
    },
  };
}

interface BuiltConsole {
  readonly page: (styleNonce: string) => FileBody;
  readonly files: ReadonlyMap<string, FileBody>;
}

async function build(): Promise<BuiltConsole> {
  // If nobody opens the console, the bundler is never loaded.
  const { buildConsole, noncePlaceholder } = await import('@product-content/console');
  const built = await buildConsole();
  const html = built.find(({ name }) => name === '')?.bytes.toString() ?? '';
  return {
    page: (styleNonce) => toPageFile('html', Buffer.from(html.replaceAll(noncePlaceholder, styleNonce)), caching.never),
    files: new Map(
      built
        .filter(({ name }) => name !== '')
        .map(({ name, type, bytes }) => [name, toPageFile(type, bytes, caching.forever)]),
    ),
  };
}
