import { buffer } from 'node:stream/consumers';
import type { BodyStore } from '@contract-kit/middleware';
import { FileMissing, type FileStore } from './file-store.ts';

/** The folder for the bodies of stored responses. */
export const responseFolder = 'responses/';

/** Stores large bodies of stored responses with the other files. */
export function createResponseBodies(store: FileStore): BodyStore {
  return {
    async put(key, body) {
      await store.put(responseFolder + key, body);
    },
    async get(key) {
      try {
        return await buffer(await store.open(responseFolder + key));
      } catch (error) {
        if (error instanceof FileMissing) return null;
        throw error;
      }
    },
    delete: (keys) => store.delete(keys.map((key) => responseFolder + key)),
    async *list() {
      for await (const { key, modifiedAt } of store.list(responseFolder)) {
        yield { key: key.slice(responseFolder.length), storedAt: modifiedAt };
      }
    },
  };
}
