import type { ApiKeyRecord } from './api-key-store.ts';
import { type ApiKeyCaller, toCaller } from './caller.ts';

interface Entry<T> {
  readonly value: T;
  /** Monotonic milliseconds. */
  readonly storedAt: number;
}

/**
 * Callers by key id, and ids known not to exist. The two maps are separate and bounded, so that guessed ids cannot
 * evict real keys.
 */
export class KeyCache {
  readonly #found = new Map<string, Entry<ApiKeyCaller>>();
  readonly #missing = new Map<string, Entry<null>>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** @returns undefined when nothing is known that is younger than `foundTtlMs` or `missingTtlMs`. */
  get(id: string, now: number, foundTtlMs: number, missingTtlMs: number): ApiKeyCaller | null | undefined {
    const found = this.#found.get(id);
    if (found !== undefined) return now - found.storedAt < foundTtlMs ? found.value : undefined;
    const missing = this.#missing.get(id);
    return missing !== undefined && now - missing.storedAt < missingTtlMs ? null : undefined;
  }

  set(id: string, record: ApiKeyRecord | null, now: number): ApiKeyCaller | null {
    this.delete(id);
    if (record === null) {
      bounded(this.#missing, this.#maxEntries).set(id, { value: null, storedAt: now });
      return null;
    }
    const caller = toCaller(record);
    bounded(this.#found, this.#maxEntries).set(id, { value: caller, storedAt: now });
    return caller;
  }

  delete(id: string): void {
    this.#found.delete(id);
    this.#missing.delete(id);
  }

  clear(): void {
    this.#found.clear();
    this.#missing.clear();
  }
}

/** Makes room by dropping the entry stored longest ago. */
function bounded<T>(map: Map<string, T>, maxEntries: number): Map<string, T> {
  if (map.size >= maxEntries) {
    const oldest = map.keys().next();
    if (!oldest.done) map.delete(oldest.value);
  }
  return map;
}
