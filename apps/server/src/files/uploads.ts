import type { UploadReceiver } from '@contract-kit/middleware';
import type { IdSource } from '../kernel/index.ts';
import type { FileStore } from './file-store.ts';

/** The folder for files of request bodies until their handler moves those it keeps. */
const uploadFolder = 'uploads/';

/** Maximum lifetime of an upload; no request takes that long. */
const uploadLifetimeMs = 24 * 60 * 60 * 1000;

/** Keys deleted at a time. */
const batchSize = 500;

/** Creates a key for the file of a request body. */
export function newUploadKey(ids: IdSource): string {
  return uploadFolder + ids.next();
}

/**
 * Deletes what crashes have left: uploads that no handler took, and unfinished writes.
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

/** Stores the files of request bodies until their handler has moved those it keeps. */
export function createUploadReceiver(store: FileStore, ids: IdSource): UploadReceiver {
  return {
    async receive({ stream }) {
      const { key } = await store.put(newUploadKey(ids), stream);
      return key;
    },
    discard: (keys) => store.delete(keys),
  };
}
