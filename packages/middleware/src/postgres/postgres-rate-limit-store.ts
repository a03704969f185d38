import type { RateDecision, RateLimitPolicy } from '@contract-kit/http-spec';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';
import type { RateLimitTableOptions } from './schema.ts';
import { quoteName, type SqlExecutor } from './sql.ts';

export interface PostgresRateLimitStoreOptions extends RateLimitTableOptions {
  /** Runs a statement outside any transaction: counting must not wait for the commit of a request. */
  readonly query: SqlExecutor['query'];
}

export interface PostgresRateLimitStore extends RateLimitStore {
  take(subject: string, policy: RateLimitPolicy): Promise<RateDecision>;
  takeAll(subject: string, policies: readonly RateLimitPolicy[]): Promise<readonly RateDecision[]>;
  /** Deletes the windows of idle subjects. @returns their number. */
  sweep(options?: { batchSize?: number }): Promise<number>;
}

interface WindowRow {
  readonly admitted: boolean;
  readonly used: number;
  readonly reset_us: number;
}

interface PolicyRow extends WindowRow {
  readonly policy: string;
}

const microsecondsPerMillisecond = 1000;

/**
 * Keeps the rolling windows in PostgreSQL, so that all processes share the counts: one round trip per request, and one
 * row per subject and policy. A row holds the times of the admitted requests still in the window, in microseconds of
 * the database server's clock; its lock makes the decision atomic. It suits limits up to about a thousand requests per
 * window, because the row is rewritten each time.
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
      return toDecision(limit, row);
    },

    async takeAll(subject, policies) {
      const names = policies.map(({ name }) => name);
      const spans = policies.map(({ windowMs }) => Math.ceil(windowMs * microsecondsPerMillisecond));
      const limits = policies.map(({ limit }) => limit);
      for (;;) {
        const { rows } = await query<PolicyRow>(sql.takeAll, [subject, names, limits, spans]);
        const decisions = policies.flatMap(({ name, limit }) => {
          const row = rows.find(({ policy }) => policy === name);
          return row === undefined ? [] : [toDecision(limit, row)];
        });
        if (decisions.length === policies.length) return decisions;
        // A row must exist to be locked; no slot is taken while one is missing.
        await query(sql.open, [subject, names, spans]);
      }
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

function toDecision(limit: number, { admitted, used, reset_us }: WindowRow): RateDecision {
  return { admitted, limit, remaining: Math.max(0, limit - used), resetMs: reset_us / microsecondsPerMillisecond };
}

/**
 * `take` first inserts an empty window or locks the existing one; the assignments are evaluated under that lock, so the
 * clock is not read earlier. `greatest` keeps time from running backwards for a subject when the server's clock is set
 * back. `width_bucket` counts the times at or before a moment by binary search, because the times ascend.
 *
 * `takeAll` locks its rows in the order of their names, in which `open` inserts them, so that no two requests wait for
 * each other. It reads the clock after the last lock. It returns fewer rows than policies, and takes nothing, when a row
 * is missing.
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
    takeAll: `with locked as (
        select policy, admitted_at, decided_at from ${table}
        where subject = $1 and policy = any($2::text[]) order by policy for update
      ), clock as (select ${clock} as reading, count(*) as rows from locked
      ), pruned as (
        select policy, most, span, moment, rows, admitted_at[width_bucket(moment - span, admitted_at) + 1:] as live
        from (
          select policy, most, span, rows, admitted_at, greatest(reading, decided_at) as moment
          from unnest($2::text[], $3::integer[], $4::bigint[]) as asked (policy, most, span)
            join locked using (policy) cross join clock
        ) as timed
      ), decided as (
        select *, cardinality(live) < most as free,
          rows = cardinality($2::text[]) and bool_and(cardinality(live) < most) over () as taken
        from pruned
      ), written as (
        update ${table} as slot set admitted_at = live || moment, admitted = true, decided_at = moment,
          idle_at = clock_timestamp() + span::float8 * interval '1 microsecond'
        from decided where taken and slot.subject = $1 and slot.policy = decided.policy
      )
      select policy, free as admitted, cardinality(live) + taken::integer as used,
        case when taken then coalesce(live[1], moment) + span - moment
          else coalesce(live[1] + span - moment, 0) end::float8 as reset_us
      from decided`,
    open: `insert into ${table} (subject, policy, admitted_at, admitted, decided_at, idle_at)
      select $1, policy, '{}', true, ${clock}, clock_timestamp() + span::float8 * interval '1 microsecond'
      from unnest($2::text[], $3::bigint[]) as asked (policy, span) order by policy
      on conflict (subject, policy) do nothing`,
    sweep: `delete from ${table} where ctid = any(array(
        select ctid from ${table} where idle_at <= clock_timestamp() limit $1 for update skip locked))
      returning subject`,
  };
}
