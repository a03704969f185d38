import type { UploadReceiver } from '@contract-kit/middleware';
import type { IdSource } from '../kernel/index.ts';
import type { FileStore } from './file-store.ts';

/** Where files of request bodies wait for their handler, which moves those it keeps. */
const uploadFolder = 'uploads/';

/** How long an upload may wait; no request takes as long. */
const uploadLifetimeMs = 24 * 60 * 60 * 1000;

/** Keys are deleted this many at a time. */
const batchSize = 500;

/** A key for the file of a request body. */
export function newUploadKey(ids: IdSource): string {
  return uploadFolder + ids.next();
}

/**
 * Deletes what crashes have left: uploads no handler took, and writings that never ended.
 *
 * @returns how many files there were.
 */
export async function sweepUploads(store: FileStore, now: Date, signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - uploadLifetimeMs);
  let total = await store.sweepUnfinished(before);
  let batch: string[] = [];
  const flush = async () => {
    await store.delete(batch);
    total += batch.length;
    batch = [];
  };
  for await (const { key, modifiedAt } of store.list(uploadFolder)) {
    if (signal?.aborted) break;
    if (modifiedAt < before) batch.push(key);
    if (batch.length === batchSize) await flush();
  }
  await flush();
  return total;
}

/** Keeps the files of request bodies in the store until their handler has moved those it wants. */
export function createUploadReceiver(store: FileStore, ids: IdSource): UploadReceiver {
  return {
    async receive({ stream }) {
      const { key } = await store.put(newUploadKey(ids), stream);
      return key;
    },
    discard: (keys) => store.delete(keys),
  };
}
