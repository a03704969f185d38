import {
  createMemoryApiKeyStore,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
} from '@contract-kit/middleware';
import type { Stores } from './api.ts';
import type { Note } from './contract.ts';

/** Keeps everything in this process. */
export async function openStores(): Promise<Stores> {
  const keys = createMemoryApiKeyStore();
  const notes = new Map<string, Note[]>();
  const all = async (tenant: string) => notes.get(tenant) ?? [];
  return {
    keys,
    addKey: async (key) => keys.put(key),
    rateLimit: createMemoryRateLimitStore(),
    idempotency: createMemoryIdempotencyStore(),
    notes: {
      all,
      find: async (tenant, id) => (await all(tenant)).find((note) => note.id === id),
      add: async (tenant, note) => void notes.set(tenant, [...(await all(tenant)), note]),
    },
    close: async () => undefined,
  };
}
