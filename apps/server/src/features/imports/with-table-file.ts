import type { FileStore } from '../../files/index.ts';
import { type TableFile, toLocalFile } from '../../formats/index.ts';

/** A stored file with the name its sender gave it. */
export interface StoredFile {
  readonly key: string;
  readonly name?: string | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Runs work with a local copy of a stored file.
 *
 * @throws FileMissing
 */
export async function withTableFile<T>(
  store: FileStore,
  { key, name, signal }: StoredFile,
  work: (file: TableFile) => Promise<T>,
): Promise<T> {
  const file = await toLocalFile(await store.open(key), name, signal);
  try {
    return await work(file);
  } finally {
    await file.remove();
  }
}
