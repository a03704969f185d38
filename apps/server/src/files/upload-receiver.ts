import type { UploadReceiver } from '@contract-kit/middleware';
import type { IdSource } from '../kernel/index.ts';
import type { FileStore } from './file-store.ts';
import { newUploadKey } from './uploads.ts';

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
