/** Remembers which events were handled. A shared one (a table, a Redis set) serves several processes. */
export interface SeenStore {
  /** True when the event was handled before. */
  has(eventId: string): boolean | Promise<boolean>;
  /** Called once the event is handled; not when that failed, so that its retry is handled. */
  add(eventId: string): void | Promise<void>;
}

export interface MemorySeenStoreOptions {
  /** Events remembered; beyond it the oldest is forgotten. Default 10,000, about 1 MB. */
  readonly maxEntries?: number;
}

/**
 * Remembers in this process: enough to drop most repetitions, forgotten by a restart. What must happen once and only
 * once keeps the event id in the transaction of its effect.
 *
 * @throws RangeError when maxEntries is below 1.
 */
export function createMemorySeenStore({ maxEntries = 10_000 }: MemorySeenStoreOptions = {}): SeenStore {
  if (!(maxEntries >= 1)) throw new RangeError('maxEntries is at least 1.');
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
