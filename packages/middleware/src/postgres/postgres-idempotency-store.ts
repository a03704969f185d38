import { createHash, randomUUID } from 'node:crypto';
import { ConcurrencyLimit, LimitReachedError } from '../fairness/concurrency-limit.ts';
import type { BodyStore } from '../idempotency/body-store.ts';
import {
  assertBudget,
  type Execution,
  type IdempotencyClaim,
  type IdempotencyOutcome,
  type IdempotencyStore,
  type StoredResponse,
} from '../idempotency/idempotency-store.ts';
import { decodeBody, encodeBody } from '../idempotency/stored-body.ts';
import { systemTime, type TimeSource } from '../time-source.ts';
import { type IdempotencyStatements, idempotencyStatements } from './idempotency-statements.ts';
import type { IdempotencyTableOptions } from './schema.ts';
import { type SqlTransaction, type TransactionRunner, withSavepoint } from './sql.ts';
import { sweepBodies } from './sweep-bodies.ts';

export interface PostgresIdempotencyStoreOptions extends Omit<IdempotencyTableOptions, 'scopeType'> {
  /** The handler must change its rows in the same transaction, or they are not committed together with the response. */
  readonly transaction: TransactionRunner;
  /** Default: the clock of the database server. */
  readonly clock?: Pick<TimeSource, 'nowMs'>;
  /** Where bodies larger than `largestInline` are stored. Default: all bodies are stored in the table. */
  readonly bodies?: BodyStore;
  /** Compressed size in bytes of the largest body stored in the table. Default 64 KiB. */
  readonly largestInline?: number;
  /**
   * Bytes of stored responses of one scope above which another large one is refused. Responses that may be large count,
   * and all bodies in `bodies`, by their compressed size. Default: unlimited.
   */
  readonly budgetBytes?: number;
  /**
   * Maximum number of keyed requests that run at once. Each holds a connection until its response is stored, and its
   * handler may need another one for work outside the transaction, so this must stay below the size of the pool.
   * Default: three quarters of the runner's `poolSize`, rounded down, but at least 1; unlimited when the runner does
   * not know it. With a pool of one connection, handlers must do everything in the transaction.
   */
  readonly maxRunning?: number;
  /**
   * Maximum number of keyed requests that wait for a slot, in the order of arrival; further ones get 429. Default 100.
   */
  readonly maxWaiting?: number;
  /** Milliseconds a keyed request waits for a slot before it gets 429 with `Retry-After`. Default 10,000. */
  readonly maxWaitMs?: number;
}

export interface PostgresIdempotencyStore extends IdempotencyStore {
  /**
   * Deletes bodies without a record: their request was interrupted before the commit, or the process ended after
   * sweeping their record. Bodies younger than a day are kept, because their request may still be running.
   *
   * @returns the number of deleted bodies.
   */
  sweepBodies(signal?: AbortSignal): Promise<number>;
}

interface RecordRow extends StoredResponse {
  readonly fingerprint: string;
  readonly bodyKey: string | null;
  readonly encoding: string | null;
  readonly expired: boolean;
}

/** `Retry-After` of a refused request, in milliseconds. */
const busyRetryMs = 1000;

/** The outcome of a transaction; a stored body is read later, when the connection has been released. */
type Found = Exclude<IdempotencyOutcome, { kind: 'replayed' }> | { readonly kind: 'found'; readonly record: RecordRow };

/**
 * Keeps responses in PostgreSQL. The claim, the handler's change and the stored response are in one transaction: a
 * crash at any moment leaves all of them or none, and the key is free again as soon as the connection has ended. The
 * claim is an advisory lock, so a running request is detected without waiting for it.
 *
 * Bodies are compressed. A large one is stored in `bodies` before its record is committed: a crash in between leaves a
 * body without a record, never a record without its body.
 *
 * A running request holds one connection; its handler uses the same one through the current transaction. Requests
 * beyond `maxRunning` wait, so that connections remain for handlers that work outside the transaction.
 *
 * @throws TypeError when a table or column name contains anything but letters, digits and `_`; RangeError for bounds
 * that would let nothing run.
 */
export function createPostgresIdempotencyStore(options: PostgresIdempotencyStoreOptions): PostgresIdempotencyStore {
  const { transaction, clock, table = 'idempotency_record', scopeColumn = 'tenant_id' } = options;
  const { bodies, largestInline = 64 * 1024, budgetBytes = Number.POSITIVE_INFINITY } = options;
  assertBudget(budgetBytes);
  const { poolSize = Number.POSITIVE_INFINITY } = transaction;
  const { maxRunning = Math.max(1, Math.floor(poolSize * 0.75)), maxWaiting = 100, maxWaitMs = 10_000 } = options;
  const keyed = new ConcurrencyLimit({ total: maxRunning, waiting: { total: maxWaiting, maxWaitMs } });
  const now = () => (clock === undefined ? null : new Date(clock.nowMs()));
  const sql = idempotencyStatements(table, scopeColumn);

  /**
   * Stores the body, and then the record. The record is the last statement of the transaction, so that the sum of the
   * scope is locked only until the commit that follows.
   */
  const store = async (tx: SqlTransaction, claim: IdempotencyClaim, response: StoredResponse, replaces: boolean) => {
    const { status, headers, body } = response;
    const { bytes, encoding } = body === null ? { bytes: null, encoding: null } : await encodeBody(body);
    const size = bytes?.byteLength ?? 0;
    const bodyKey = bodies !== undefined && size > largestInline ? randomUUID() : null;
    if (bodyKey !== null) await bodies?.put(bodyKey, bytes as Uint8Array);
    const content = bodyKey === null ? bytes : null;
    const counted = claim.large || bodyKey !== null ? size : null;
    const values = [status, JSON.stringify(headers), content, bodyKey, encoding, counted, now(), claim.ttlMs];
    if (replaces) await tx.query(sql.retire, [...keyOf(claim), now()]);
    const statement = counted === null ? sql.store : sql.storeCounted;
    const stored = await tx.query(statement, [...keyOf(claim), claim.fingerprint, ...values]);
    // The lock prevents this, unless two stores use different names for one table.
    if (stored.rows.length === 0)
      throw new Error('Another transaction has stored a response for this Idempotency-Key.');
  };

  const executeIn = async (tx: SqlTransaction, claim: IdempotencyClaim, run: () => Promise<Execution>) => {
    const claimed = await tx.query<{ locked: boolean }>(sql.claim, [lockOf(table, claim)]);
    // This is a separate statement, because its snapshot must be taken while the lock is held.
    const found = await tx.query<RecordRow>(sql.find, [...keyOf(claim), now()]);
    const [record] = found.rows;
    // Even without the lock: another repetition may hold it while it reads.
    if (record?.expired === false) return toFound(record, claim.fingerprint);
    if (claimed.rows[0]?.locked !== true) return { kind: 'in_progress' } satisfies Found;
    const refusal = claim.large ? await findRefusal(tx, sql, [claim.scope, now()], budgetBytes) : null;
    if (refusal !== null) return refusal;
    const { response, keep } = await runUndoable(tx, run);
    if (keep !== 'nothing') await store(tx, claim, response, record !== undefined);
    return { kind: 'executed', response } satisfies Found;
  };

  return {
    async execute(claim, run) {
      let found: Found;
      try {
        found = await keyed.run(() => transaction<Found>((tx) => executeIn(tx, claim, run)), { signal: claim.signal });
      } catch (error) {
        // The limit of another store, used in the handler, is an ordinary error.
        if (error instanceof LimitReachedError && error.limit === keyed)
          return { kind: 'busy', retryAfterMs: busyRetryMs };
        throw error;
      }
      return found.kind === 'found' ? { kind: 'replayed', response: await readResponse(found.record, bodies) } : found;
    },

    async sweep({ batchSize = 1000 } = {}) {
      for (let total = 0; ; ) {
        const { rows } = await transaction((tx) => {
          return tx.query<{ bodyKey: string | null }>(sql.sweep, [now(), batchSize]);
        });
        await bodies?.delete(rows.flatMap(({ bodyKey }) => bodyKey ?? []));
        total += rows.length;
        if (rows.length < batchSize) return total;
      }
    },

    async sweepBodies(signal) {
      if (bodies === undefined) return 0;
      const findNamed = async (keys: readonly string[]) => {
        const { rows } = await transaction((tx) => tx.query<{ bodyKey: string }>(sql.findBodies, [keys]));
        return new Set(rows.map(({ bodyKey }) => bodyKey));
      };
      return sweepBodies(bodies, findNamed, (clock ?? systemTime).nowMs(), signal);
    },
  };
}

/** The columns that identify a record. */
function keyOf({ scope, key, route, caller }: IdempotencyClaim): string[] {
  return [scope, key, route, caller ?? ''];
}

async function findRefusal(
  tx: SqlTransaction,
  sql: IdempotencyStatements,
  values: unknown[],
  budgetBytes: number,
): Promise<Found | null> {
  if (budgetBytes === Number.POSITIVE_INFINITY) return null;
  const { rows } = await tx.query<{ used: number; nextMs: number | null }>(sql.usage, values);
  const { used = 0, nextMs = null } = rows[0] ?? {};
  return used < budgetBytes ? null : { kind: 'over_budget', retryAfterMs: nextMs ?? 0 };
}

/** Undoes the change of an execution unless it is kept. */
async function runUndoable(tx: SqlTransaction, run: () => Promise<Execution>): Promise<Execution> {
  try {
    return await withSavepoint(tx, async () => {
      const execution = await run();
      if (execution.keep !== 'change-and-response') throw new Undo(execution);
      return execution;
    });
  } catch (error) {
    if (error instanceof Undo) return error.execution;
    throw error;
  }
}

/** Thrown to roll back the savepoint; carries the execution. */
class Undo extends Error {
  readonly execution: Execution;

  constructor(execution: Execution) {
    super('The change is undone, the response goes out.');
    this.execution = execution;
  }
}

function toFound(record: RecordRow, asked: string): Found {
  return record.fingerprint === asked ? { kind: 'found', record } : { kind: 'reused' };
}

async function readResponse(record: RecordRow, bodies: BodyStore | undefined): Promise<StoredResponse> {
  const { status, headers, body, bodyKey, encoding } = record;
  const bytes = bodyKey === null ? body : await bodies?.get(bodyKey);
  // The work was done but its response is lost: it must not be repeated or get another response.
  if (bytes === undefined || (bytes === null && bodyKey !== null))
    throw new Error(`The stored body ${bodyKey} is missing.`);
  return { status, headers, body: bytes === null ? null : await decodeBody({ bytes, encoding }) };
}

/** The advisory lock of a key: 64 bits of a hash, as text because they exceed a JavaScript integer. */
function lockOf(table: string, claim: IdempotencyClaim): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([table, ...keyOf(claim)]))
    .digest();
  return digest.readBigInt64BE().toString();
}
