import type { FileStore } from '../../../files/index.ts';
import { assetFolder, assetIdOf, thumbnailFolder } from './file-keys.ts';

/** Milliseconds. A file may be older than its asset by the duration of one request, which is far shorter. */
const graceMs = 24 * 60 * 60 * 1000;
const batchSize = 500;

export interface SweepFilesOptions {
  readonly store: Pick<FileStore, 'list' | 'delete'>;
  /** Returns those of the ids that no asset has. */
  readonly missing: (ids: readonly string[]) => Promise<readonly string[]>;
  readonly now: Date;
  readonly signal?: AbortSignal;
}

/**
 * Deletes files whose asset was never created, because the process ended in between, or has been deleted.
 *
 * @returns the number of deleted files.
 */
export async function sweepAssetFiles({ store, missing, now, signal }: SweepFilesOptions): Promise<number> {
  const before = new Date(now.getTime() - graceMs);
  let total = 0;
  let batch: { key: string; id: string }[] = [];
  const flush = async () => {
    const gone = new Set(await missing([...new Set(batch.map(({ id }) => id))]));
    const keys = batch.filter(({ id }) => gone.has(id)).map(({ key }) => key);
    await store.delete(keys);
    total += keys.length;
    batch = [];
  };
  for (const folder of [assetFolder, thumbnailFolder]) {
    for await (const { key, modifiedAt } of store.list(folder)) {
      if (signal?.aborted) return total;
      const id = assetIdOf(key);
      if (id !== null && modifiedAt < before) batch.push({ key, id });
      if (batch.length === batchSize) await flush();
    }
  }
  await flush();
  return total;
}
