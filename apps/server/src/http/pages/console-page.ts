import type { FileBody } from '@contract-kit/middleware';
import { consolePath } from '../../features/meta/index.ts';
import { caching, toPageFile } from './page-file.ts';
import type { ServedPage } from './serve-page.ts';

/** The developer console. It is made from its sources when it is asked for first, then kept. */
export function createConsolePage(): ServedPage {
  let files: Promise<ReadonlyMap<string, FileBody>> | undefined;
  const build = async () => {
    // A server that nobody opens the console of needs no bundler.
    const { buildConsole } = await import('@product-content/console');
    const made = await buildConsole();
    return new Map(
      made.map(({ name, type, bytes }) => {
        return [name, toPageFile(type, bytes, name === '' ? caching.asked : caching.forever)];
      }),
    );
  };
  return {
    path: consolePath,
    async file(name) {
      files ??= build().catch((error: unknown) => {
        files = undefined;
        throw error;
      });
      return (await files).get(name) ?? null;
    },
  };
}
