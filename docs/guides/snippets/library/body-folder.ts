import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BodyStore } from '@contract-kit/middleware';

/** Keeps large bodies of stored responses in a folder that all processes share. */
export function createBodyFolder(folder: string): BodyStore {
  return {
    async put(key, body) {
      const unfinished = join(folder, `${key}.unfinished`);
      await mkdir(folder, { recursive: true });
      await writeFile(unfinished, body, { flush: true });
      await rename(unfinished, join(folder, key));
    },
    get: (key) => readFile(join(folder, key)).catch(nullIfMissing),
    async delete(keys) {
      for (const key of keys) await rm(join(folder, key), { force: true });
    },
    async *list() {
      for (const key of (await readdir(folder).catch(nullIfMissing)) ?? []) {
        const found = await stat(join(folder, key)).catch(nullIfMissing);
        if (found !== null) yield { key, storedAt: found.mtime };
      }
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
