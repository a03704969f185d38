import { randomUUID } from 'node:crypto';
import type { ApiKeyRecord, ApiKeyStore } from '@contract-kit/middleware';
import { describeApiKeyStore } from '@contract-kit/middleware/testing';

/** A store of one's own: keys in whatever can be asked for one. */
function createDirectoryApiKeyStore(directory: ReadonlyMap<string, ApiKeyRecord>): ApiKeyStore {
  return { find: async (id) => directory.get(id) ?? null };
}

describeApiKeyStore('the directory', async () => {
  const directory = new Map<string, ApiKeyRecord>();
  return {
    store: createDirectoryApiKeyStore(directory),
    put: async (record) => void directory.set(record.id, record),
    createId: randomUUID,
    createTenantId: randomUUID,
  };
});
