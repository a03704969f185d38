/** A stored body, without its bytes. */
export interface StoredBody {
  readonly key: string;
  readonly storedAt: Date;
}

/**
 * The port for bodies of stored responses that are too large for a database row: a folder, a bucket. The idempotency
 * store creates the keys: lower-case letters, digits and `-`. A store must pass `describeBodyStore` of
 * `@contract-kit/middleware/testing`.
 */
export interface BodyStore {
  /** Stores bytes under a key, atomically. Once it has resolved, they survive a crash. */
  put(key: string, body: Uint8Array): Promise<void>;
  /** Null when there is nothing under the key. */
  get(key: string): Promise<Uint8Array | null>;
  /** Deletes bodies; keys without one are ignored. */
  delete(keys: readonly string[]): Promise<void>;
  /** Every body, in any order. */
  list(): AsyncIterable<StoredBody>;
}

/** Keeps bodies in this process, for tests. */
export function createMemoryBodyStore(): BodyStore {
  const bodies = new Map<string, { readonly body: Uint8Array; readonly storedAt: Date }>();
  return {
    async put(key, body) {
      bodies.set(key, { body, storedAt: new Date() });
    },
    get: async (key) => bodies.get(key)?.body ?? null,
    async delete(keys) {
      for (const key of keys) bodies.delete(key);
    },
    async *list() {
      for (const [key, { storedAt }] of bodies) yield { key, storedAt };
    },
  };
}
