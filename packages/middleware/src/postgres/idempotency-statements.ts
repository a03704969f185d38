import { usageTableOf } from './schema.ts';
import { quoteName } from './sql.ts';

export type IdempotencyStatements = ReturnType<typeof idempotencyStatements>;

/**
 * The statements of the PostgreSQL idempotency store. A moment that is null means the database server's clock. Every
 * change of counted bytes updates the sum of its scope in the same statement; rows of sums are locked in a fixed order.
 *
 * @throws TypeError when a name contains anything but letters, digits and `_`.
 */
export function idempotencyStatements(tableName: string, scopeColumn: string) {
  const [table, usage, scope] = [quoteName(tableName), quoteName(usageTableOf(tableName)), quoteName(scopeColumn)];
  const moment = (parameter: string) => `coalesce(${parameter}::timestamptz, clock_timestamp())`;
  const insert = `insert into ${table} (${scope}, key, route, caller, fingerprint, status, headers, body, body_key,
        encoding, counted_bytes, completed_at, expires_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, moment, moment + $13::float8 * interval '1 millisecond'
      from (select ${moment('$12')} as moment) as completion
      on conflict do nothing`;
  const remove = (condition: string) => `with gone as (
        delete from ${table} where ${condition} returning ${scope} as scope, body_key, counted_bytes
      ), freed as (
        select scope, sum(counted_bytes) as bytes from gone where counted_bytes is not null group by scope
      ), locked as (
        select ${scope} as scope from ${usage} where ${scope} in (select scope from freed) order by ${scope} for update
      ), settled as (
        update ${usage} as usage set counted_bytes = usage.counted_bytes - freed.bytes
        from freed where usage.${scope} = freed.scope and freed.scope in (select scope from locked)
      )
      select body_key as "bodyKey" from gone`;
  return {
    claim: 'select pg_try_advisory_xact_lock($1::bigint) as locked',
    find: `select fingerprint, status, headers, body, body_key as "bodyKey", encoding,
        expires_at <= ${moment('$5')} as expired
      from ${table} where ${scope} = $1 and key = $2 and route = $3 and caller = $4`,
    store: `${insert} returning status`,
    storeCounted: `with stored as (${insert} returning counted_bytes), counted as (
        insert into ${usage} as usage (${scope}, counted_bytes) select $1, counted_bytes from stored
        on conflict (${scope}) do update set counted_bytes = usage.counted_bytes + excluded.counted_bytes
      )
      select from stored`,
    retire: remove(`${scope} = $1 and key = $2 and route = $3 and caller = $4 and expires_at <= ${moment('$5')}`),
    usage: `select (usage.counted_bytes - coalesce(expired.bytes, 0))::float8 as used,
        (extract(epoch from next.at - moment) * 1000)::float8 as "nextMs"
      from (select ${moment('$2')} as moment) as present
      join ${usage} as usage on usage.${scope} = $1
      cross join lateral (
        select sum(counted_bytes) as bytes from ${table}
        where ${scope} = $1 and counted_bytes is not null and expires_at <= moment
      ) as expired
      cross join lateral (
        select min(expires_at) as at from ${table}
        where ${scope} = $1 and counted_bytes is not null and expires_at > moment
      ) as next`,
    sweep: remove(`ctid = any(array(
        select ctid from ${table} where expires_at <= ${moment('$1')} order by expires_at limit $2 for update skip locked))`),
    findBodies: `select body_key as "bodyKey" from ${table} where body_key = any($1)`,
  };
}
