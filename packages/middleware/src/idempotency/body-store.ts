/** A body that is kept, without its bytes. */
export interface KeptBody {
  readonly key: string;
  readonly keptAt: Date;
}

/**
 * The port for bodies of stored responses that are too large for a database row: a folder, a bucket. Keys are made by
 * the idempotency store: lower-case letters, digits and `-`. A store must pass `describeBodyStore` of
 * `@contract-kit/middleware/testing`.
 */
export interface BodyStore {
  /** Keeps bytes under a key, whole or not at all. Once it has returned they outlive a crash. */
  put(key: string, body: Uint8Array): Promise<void>;
  /** Null when there is nothing under the key. */
  get(key: string): Promise<Uint8Array | null>;
  /** Those that are not there are no failure. */
  delete(keys: readonly string[]): Promise<void>;
  /** Every body, in no order. */
  list(): AsyncIterable<KeptBody>;
}

/** Keeps bodies in this process, for tests. */
export function createMemoryBodyStore(): BodyStore {
  const bodies = new Map<string, { readonly body: Uint8Array; readonly keptAt: Date }>();
  return {
    async put(key, body) {
      bodies.set(key, { body, keptAt: new Date() });
    },
    get: async (key) => bodies.get(key)?.body ?? null,
    async delete(keys) {
      for (const key of keys) bodies.delete(key);
    },
    async *list() {
      for (const [key, { keptAt }] of bodies) yield { key, keptAt };
    },
  };
}
