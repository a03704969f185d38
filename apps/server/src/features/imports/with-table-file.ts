import type { FileStore } from '../../files/index.ts';
import { type TableFile, toLocalFile } from '../../formats/index.ts';

/** A kept file, and what its sender called it. */
export interface KeptFile {
  readonly key: string;
  readonly name?: string | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Works with a kept file as a local one, for as long as that takes.
 *
 * @throws FileMissing
 */
export async function withTableFile<T>(
  store: FileStore,
  { key, name, signal }: KeptFile,
  work: (file: TableFile) => Promise<T>,
): Promise<T> {
  const file = await toLocalFile(await store.open(key), name, signal);
  try {
    return await work(file);
  } finally {
    await file.remove();
  }
}
