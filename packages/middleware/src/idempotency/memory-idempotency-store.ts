import { systemTime, type TimeSource } from '../time-source.ts';
import {
  assertBudget,
  type IdempotencyClaim,
  type IdempotencyOutcome,
  type IdempotencyStore,
  type StoredResponse,
} from './idempotency-store.ts';

export interface MemoryIdempotencyStoreOptions {
  readonly clock?: Pick<TimeSource, 'nowMs'>;
  /** Maximum number of stored responses; the oldest is dropped. Default 10,000. */
  readonly maxEntries?: number;
  /** Bytes of stored large responses of one scope above which another one is refused. Default: unlimited. */
  readonly budgetBytes?: number;
}

interface MemoryRecord {
  readonly scope: string;
  readonly fingerprint: string;
  readonly response: StoredResponse;
  readonly expiresAt: number;
  /** Bytes that count towards the budget of its scope; null: none. */
  readonly counted: number | null;
}

/**
 * Keeps responses in this process: for tests, examples and servers of a single process. It has no transaction, so it
 * cannot undo the changes of a failing handler, and a restart loses every key.
 */
export function createMemoryIdempotencyStore(options: MemoryIdempotencyStoreOptions = {}): IdempotencyStore {
  const { clock = systemTime, maxEntries = 10_000, budgetBytes = Number.POSITIVE_INFINITY } = options;
  if (!(maxEntries >= 1)) throw new RangeError('maxEntries must be at least 1.');
  assertBudget(budgetBytes);
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

  /** Null while the budget is not used up. */
  const overBudget = ({ scope, large }: IdempotencyClaim): IdempotencyOutcome | null => {
    if (!large || budgetBytes === Number.POSITIVE_INFINITY) return null;
    const now = clock.nowMs();
    const counting = [...records.values()].filter(
      (record) => record.scope === scope && record.counted !== null && record.expiresAt > now,
    );
    if (counting.reduce((sum, { counted }) => sum + (counted ?? 0), 0) < budgetBytes) return null;
    const next = Math.min(...counting.map(({ expiresAt }) => expiresAt));
    return { kind: 'over_budget', retryAfterMs: Math.max(0, next - now) };
  };

  return {
    async execute(claim, run) {
      const { scope, caller, key, route, fingerprint, ttlMs, large } = claim;
      const id = JSON.stringify([scope, caller, key, route]);
      if (running.has(id)) return { kind: 'in_progress' };
      const record = records.get(id);
      if (record !== undefined && record.expiresAt > clock.nowMs()) {
        const { response } = record;
        return record.fingerprint === fingerprint ? { kind: 'replayed', response } : { kind: 'reused' };
      }
      const refusal = overBudget(claim);
      if (refusal !== null) return refusal;
      running.add(id);
      try {
        const { response, keep } = await run();
        const counted = large ? (response.body?.byteLength ?? 0) : null;
        if (keep !== 'nothing') put(id, { scope, fingerprint, response, expiresAt: clock.nowMs() + ttlMs, counted });
        return { kind: 'executed', response };
      } finally {
        running.delete(id);
      }
    },

    async sweep() {
      const now = clock.nowMs();
      const before = records.size;
      for (const [id, record] of records) if (record.expiresAt <= now) records.delete(id);
      return before - records.size;
    },
  };
}
