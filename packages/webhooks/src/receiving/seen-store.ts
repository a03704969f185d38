/** Remembers which events were handled. A shared one (a table, a Redis set) serves several processes. */
export interface SeenStore {
  /** True when the event was handled before. */
  has(eventId: string): boolean | Promise<boolean>;
  /** Called after the event was handled, but not after a failure, so that its retry is handled. */
  add(eventId: string): void | Promise<void>;
}

export interface MemorySeenStoreOptions {
  /** Maximum number of remembered events; the oldest is dropped. Default 10,000, about 1 MB. */
  readonly maxEntries?: number;
}

/**
 * Remembers events in this process: enough to drop most repetitions, but lost on restart. For an effect that must
 * happen exactly once, store the event id in the same transaction as the effect.
 *
 * @throws RangeError when maxEntries is below 1.
 */
export function createMemorySeenStore({ maxEntries = 10_000 }: MemorySeenStoreOptions = {}): SeenStore {
  if (!(maxEntries >= 1)) throw new RangeError('maxEntries must be at least 1.');
  const seen = new Set<string>();
  return {
    has: (eventId) => seen.has(eventId),
    add(eventId) {
      seen.add(eventId);
      for (const oldest of seen) {
        if (seen.size <= maxEntries) return;
        seen.delete(oldest);
      }
    },
  };
}
