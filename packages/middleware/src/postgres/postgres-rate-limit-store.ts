import type { RateDecision, RateLimitPolicy } from '@contract-kit/http-spec';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import type { RateLimitTableOptions } from './schema.ts';
import { quoteName, type SqlExecutor } from './sql.ts';

export interface PostgresRateLimitStoreOptions extends RateLimitTableOptions {
  /** Runs a statement outside of any transaction: a count must not wait for a request's commit. */
  readonly query: SqlExecutor['query'];
}

export interface PostgresRateLimitStore extends RateLimitStore {
  take(subject: string, policy: RateLimitPolicy): Promise<RateDecision>;
  /** Deletes the windows of subjects that have been idle. @returns how many there were. */
  sweep(options?: { batchSize?: number }): Promise<number>;
}

interface WindowRow {
  readonly admitted: boolean;
  readonly used: number;
  readonly reset_us: number;
}

const microsecondsPerMillisecond = 1000;

/**
 * Keeps the rolling windows in PostgreSQL, so that all processes count together: one round trip and one row a
 * request. A row holds the times of the admitted requests still in the window, in microseconds of the
 * database server's clock; its lock makes the decision atomic. It suits limits up to about a thousand requests
 * a window: the row is written anew each time.
 *
 * @example
 * createPostgresRateLimitStore({ query: (text, values) => pool.query(text, values) });
 */
export function createPostgresRateLimitStore(options: PostgresRateLimitStoreOptions): PostgresRateLimitStore {
  const { query, table = 'rate_limit_window' } = options;
  const sql = statementsFor(quoteName(table));
  return {
    async take(subject, { name, limit, windowMs }) {
      const values = [subject, name, limit, Math.ceil(windowMs * microsecondsPerMillisecond)];
      const { rows } = await query<WindowRow>(sql.take, values);
      const [row] = rows;
      if (row === undefined) throw new Error('The statement that takes a slot returned no row.');
      const remaining = Math.max(0, limit - row.used);
      return { admitted: row.admitted, limit, remaining, resetMs: row.reset_us / microsecondsPerMillisecond };
    },

    async sweep({ batchSize = 1000 } = {}) {
      let total = 0;
      for (;;) {
        const { rows } = await query(sql.sweep, [batchSize]);
        total += rows.length;
        if (rows.length < batchSize) return total;
      }
    },
  };
}

/**
 * `take` first inserts an empty window or locks the one there is; the assignments are evaluated under that
 * lock, so the clock is read there and nowhere earlier. `greatest` keeps time from running backwards for a
 * subject when the server's clock is set back. `width_bucket` counts the times at or before a moment by binary
 * search, since the times ascend.
 */
function statementsFor(table: string) {
  const clock = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';
  return {
    take: `insert into ${table} as slot (subject, policy, admitted_at, admitted, decided_at, idle_at)
      select $1, $2, array[moment], true, moment, clock_timestamp() + $4::float8 * interval '1 microsecond'
        from (select ${clock} as moment) as first
      on conflict (subject, policy) do update set (admitted_at, admitted, decided_at, idle_at) = (
        select case when free then live || moment else live end, free, moment,
          clock_timestamp() + $4::float8 * interval '1 microsecond'
        from (
          select moment, live, cardinality(live) < $3::integer as free
          from (
            select moment, slot.admitted_at[width_bucket(moment - $4::bigint, slot.admitted_at) + 1:] as live
            from (select greatest(${clock}, slot.decided_at) as moment offset 0) as clock
          ) as pruned
        ) as decided)
      returning admitted, cardinality(admitted_at) as used,
        (coalesce(admitted_at[1] + $4::bigint - decided_at, 0))::float8 as reset_us`,
    sweep: `delete from ${table} where ctid = any(array(
        select ctid from ${table} where idle_at <= clock_timestamp() limit $1 for update skip locked))
      returning subject`,
  };
}
