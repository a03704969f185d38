import type { ApiKeyRecord, ApiKeyStore } from './api-key-store.ts';

export interface MemoryApiKeyStore extends ApiKeyStore {
  /** Adds a record, or replaces the one with the same id. */
  put(record: ApiKeyRecord): void;
}

/** Keys in this process's memory: for tests, examples and single-process tools. */
export function createMemoryApiKeyStore(records: Iterable<ApiKeyRecord> = []): MemoryApiKeyStore {
  const byId = new Map<string, ApiKeyRecord>();
  for (const record of records) byId.set(record.id, record);
  return {
    find: async (id) => byId.get(id) ?? null,
    put: (record) => void byId.set(record.id, record),
  };
}
