import { type Clock, systemClock } from '../clock.ts';
import type { IdempotencyStore, StoredAnswer } from './idempotency-store.ts';

export interface MemoryIdempotencyStoreOptions {
  readonly clock?: Pick<Clock, 'now'>;
  /** Answers kept at most; beyond it the oldest goes. Default 10,000. */
  readonly maxEntries?: number;
}

interface MemoryRecord {
  readonly fingerprint: string;
  readonly answer: StoredAnswer;
  readonly expiresAt: number;
}

/**
 * Keeps answers in this process: for tests, examples and servers that run once. It has no transaction, so it
 * cannot undo what a failing handler changed, and a restart forgets every key.
 */
export function createMemoryIdempotencyStore(options: MemoryIdempotencyStoreOptions = {}): IdempotencyStore {
  const { clock = systemClock, maxEntries = 10_000 } = options;
  if (!(maxEntries >= 1)) throw new RangeError('maxEntries is at least 1.');
  const records = new Map<string, MemoryRecord>();
  const running = new Set<string>();

  const put = (id: string, record: MemoryRecord) => {
    records.delete(id);
    records.set(id, record);
    for (const oldest of records.keys()) {
      if (records.size <= maxEntries) return;
      records.delete(oldest);
    }
  };

  return {
    async execute({ scope, key, route, fingerprint, ttlMs }, run) {
      const id = JSON.stringify([scope, key, route]);
      if (running.has(id)) return { kind: 'in_progress' };
      const record = records.get(id);
      if (record !== undefined && record.expiresAt > clock.now()) {
        return record.fingerprint === fingerprint ? { kind: 'replayed', answer: record.answer } : { kind: 'reused' };
      }
      running.add(id);
      try {
        const { answer, keep } = await run();
        if (keep !== 'nothing') put(id, { fingerprint, answer, expiresAt: clock.now() + ttlMs });
        return { kind: 'executed', answer };
      } finally {
        running.delete(id);
      }
    },

    async sweep() {
      const now = clock.now();
      const before = records.size;
      for (const [id, record] of records) if (record.expiresAt <= now) records.delete(id);
      return before - records.size;
    },
  };
}
