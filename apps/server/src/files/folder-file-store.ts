import type { Dirent, Stats } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { IdSource } from '../kernel/index.ts';
import { assertFileFolder, assertFileKey, FileMissing, type FileStore, type StoredFile } from './file-store.ts';
import { WriteSpool } from './write-spool.ts';

/** Keys start with a letter or a digit, so no key leads into this folder. */
const spoolName = '.unfinished';

/**
 * Stores files in a local folder, or one that all processes share. A file is first written under a temporary name,
 * flushed to disk, then renamed.
 *
 * @param root absolute path; created if it does not exist.
 */
export function createFolderFileStore(root: string, ids: IdSource): FileStore {
  const spool = new WriteSpool(join(root, spoolName), ids);
  return {
    async put(key, content, options) {
      const target = toPath(root, key);
      const { path, size } = await spool.write(content, options);
      try {
        await moveInto(path, target);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return { key, size, modifiedAt: (await stat(target)).mtime };
    },

    async open(key, range) {
      const path = toPath(root, key);
      // Opened here, so that a missing file is an error now rather than in the stream later.
      const handle = await open(path).catch((error: unknown) => failMissing(key, error));
      return handle.createReadStream({ ...range, autoClose: true });
    },

    async stat(key) {
      const found = await statOrNull(toPath(root, key));
      return found?.isFile() ? toStoredFile(key, found) : null;
    },

    async move(from, to) {
      const target = toPath(root, to);
      await moveInto(toPath(root, from), target).catch((error: unknown) => failMissing(from, error));
    },

    async delete(keys) {
      for (const path of keys.map((key) => toPath(root, key))) await rm(path, { force: true });
    },

    async *list(folder) {
      assertFileFolder(folder);
      yield* listFolder(root, folder);
    },

    sweepUnfinished: (before) => spool.sweep(before),
  };
}

function toPath(root: string, key: string): string {
  assertFileKey(key);
  return join(root, key);
}

async function moveInto(path: string, target: string): Promise<void> {
  const folder = dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(path, target);
  await flushFolder(folder);
}

/** A rename is durable once its folder is flushed; systems that cannot flush a folder make names durable themselves. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  try {
    await handle?.sync().catch(() => {});
  } finally {
    await handle?.close();
  }
}

async function* listFolder(root: string, folder: string): AsyncGenerator<StoredFile> {
  for await (const entry of await entriesOf(join(root, folder))) {
    if (entry.name === spoolName) continue;
    const key = folder + entry.name;
    if (entry.isDirectory()) yield* listFolder(root, `${key}/`);
    // A file may be deleted while its folder is being read.
    const found = entry.isFile() ? await statOrNull(join(root, key)) : null;
    if (found !== null) yield toStoredFile(key, found);
  }
}

async function entriesOf(path: string): Promise<AsyncIterable<Dirent> | Dirent[]> {
  try {
    return await opendir(path);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function toStoredFile(key: string, { size, mtime }: Stats): StoredFile {
  return { key, size, modifiedAt: mtime };
}

function failMissing(key: string, error: unknown): never {
  throw isAbsent(error) ? new FileMissing(key, { cause: error }) : error;
}

/** The name does not exist, or a file is where the path needs a folder. */
function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
