import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type {
  Execution,
  IdempotencyClaim,
  IdempotencyOutcome,
  IdempotencyStore,
  StoredAnswer,
} from '../idempotency/idempotency-store.ts';
import type { IdempotencyTableOptions } from './schema.ts';
import { quoteName, type SqlTransaction, type TransactionRunner, withSavepoint } from './sql.ts';

export interface PostgresIdempotencyStoreOptions extends Omit<IdempotencyTableOptions, 'scopeType'> {
  /** The handler changes its rows in the same transaction; else they are not kept together with the answer. */
  readonly transaction: TransactionRunner;
  /** Default: the clock of the database server. */
  readonly clock?: Pick<Clock, 'now'>;
}

interface RecordRow extends StoredAnswer {
  readonly fingerprint: string;
}

/**
 * Keeps answers in PostgreSQL. One transaction holds the claim, the handler's change and the stored answer: a
 * crash at any moment leaves all of them or none, and the key is free again as soon as the connection is gone.
 * The claim is an advisory lock, so a request that still runs is seen without waiting for it.
 *
 * A running request holds one connection; its handler works on the same one by asking for the current
 * transaction.
 *
 * @throws TypeError when a table or column name needs more than letters, digits and `_`.
 */
export function createPostgresIdempotencyStore(options: PostgresIdempotencyStoreOptions): IdempotencyStore {
  const { transaction, clock, table = 'idempotency_record', scopeColumn = 'workspace_id' } = options;
  const now = () => (clock === undefined ? null : new Date(clock.now()));
  const sql = statementsFor(quoteName(table), quoteName(scopeColumn));

  const executeIn = async (
    tx: SqlTransaction,
    claim: IdempotencyClaim,
    run: () => Promise<Execution>,
  ): Promise<IdempotencyOutcome> => {
    const { scope, key, route, fingerprint, ttlMs } = claim;
    const claimed = await tx.query<{ locked: boolean }>(sql.claim, [lockOf(table, claim)]);
    // A statement of its own: its snapshot must be taken while the lock is held.
    const found = await tx.query<RecordRow>(sql.find, [scope, key, route, now()]);
    const [record] = found.rows;
    // Also without the lock: another repetition may have it for as long as it reads.
    if (record !== undefined) return toOutcome(record, fingerprint);
    if (claimed.rows[0]?.locked !== true) return { kind: 'in_progress' };
    const { answer, keep } = await runUndoable(tx, run);
    if (keep === 'nothing') return { kind: 'executed', answer };
    const { status, headers, body } = answer;
    const values = [scope, key, route, fingerprint, status, JSON.stringify(headers), body, now(), ttlMs];
    const stored = await tx.query(sql.store, values);
    if (stored.rows.length === 1) return { kind: 'executed', answer };
    // The lock prevents it, unless two stores name one table differently.
    throw new Error('Another transaction has stored an answer for this Idempotency-Key.');
  };

  return {
    execute: (claim, run) => transaction((tx) => executeIn(tx, claim, run)),

    async sweep({ batchSize = 1000 } = {}) {
      let total = 0;
      for (;;) {
        const { rows } = await transaction((tx) => tx.query(sql.sweep, [now(), batchSize]));
        total += rows.length;
        if (rows.length < batchSize) return total;
      }
    },
  };
}

/** Undoes what the execution changed unless its change is kept. */
async function runUndoable(tx: SqlTransaction, run: () => Promise<Execution>): Promise<Execution> {
  try {
    return await withSavepoint(tx, async () => {
      const execution = await run();
      if (execution.keep !== 'change-and-answer') throw new Undo(execution);
      return execution;
    });
  } catch (error) {
    if (error instanceof Undo) return error.execution;
    throw error;
  }
}

/** Carries an execution out of the savepoint that is rolled back by throwing it. */
class Undo extends Error {
  readonly execution: Execution;

  constructor(execution: Execution) {
    super('The change is undone, the answer goes out.');
    this.execution = execution;
  }
}

function toOutcome({ fingerprint, status, headers, body }: RecordRow, asked: string): IdempotencyOutcome {
  return fingerprint === asked ? { kind: 'replayed', answer: { status, headers, body } } : { kind: 'reused' };
}

/** The advisory lock of a key: 64 bits of a hash, as text because they exceed a JavaScript integer. */
function lockOf(table: string, { scope, key, route }: IdempotencyClaim): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([table, scope, key, route]))
    .digest();
  return digest.readBigInt64BE().toString();
}

function statementsFor(table: string, scope: string) {
  return {
    claim: 'select pg_try_advisory_xact_lock($1::bigint) as locked',
    find: `select fingerprint, status, headers, body from ${table}
      where ${scope} = $1 and key = $2 and route = $3 and expires_at > coalesce($4::timestamptz, clock_timestamp())`,
    store: `insert into ${table} as record
        (${scope}, key, route, fingerprint, status, headers, body, completed_at, expires_at)
      select $1, $2, $3, $4, $5, $6, $7, moment, moment + $9::float8 * interval '1 millisecond'
      from (select coalesce($8::timestamptz, clock_timestamp()) as moment) as completion
      on conflict (${scope}, key, route) do update set fingerprint = excluded.fingerprint, status = excluded.status,
        headers = excluded.headers, body = excluded.body,
        completed_at = excluded.completed_at, expires_at = excluded.expires_at
      where record.expires_at <= excluded.completed_at
      returning status`,
    sweep: `delete from ${table} where ctid = any(array(
        select ctid from ${table} where expires_at <= coalesce($1::timestamptz, clock_timestamp())
        order by expires_at limit $2 for update skip locked))
      returning status`,
  };
}
