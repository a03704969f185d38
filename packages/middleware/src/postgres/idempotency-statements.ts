import { quoteName } from './sql.ts';

export type IdempotencyStatements = ReturnType<typeof idempotencyStatements>;

/**
 * The statements of the PostgreSQL idempotency store. A moment that is null is the database server's own.
 *
 * @throws TypeError when a name needs more than letters, digits and `_`.
 */
export function idempotencyStatements(tableName: string, scopeColumn: string) {
  const [table, scope] = [quoteName(tableName), quoteName(scopeColumn)];
  return {
    claim: 'select pg_try_advisory_xact_lock($1::bigint) as locked',
    find: `select fingerprint, status, headers, body, body_key as "bodyKey", encoding from ${table}
      where ${scope} = $1 and key = $2 and route = $3 and caller = $4
        and expires_at > coalesce($5::timestamptz, clock_timestamp())`,
    store: `insert into ${table} as record
        (${scope}, key, route, caller, fingerprint, status, headers, body, body_key, encoding, counted_bytes,
         completed_at, expires_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, moment, moment + $13::float8 * interval '1 millisecond'
      from (select coalesce($12::timestamptz, clock_timestamp()) as moment) as completion
      on conflict (${scope}, key, route, caller) do update set fingerprint = excluded.fingerprint,
        status = excluded.status, headers = excluded.headers, body = excluded.body, body_key = excluded.body_key,
        encoding = excluded.encoding, counted_bytes = excluded.counted_bytes,
        completed_at = excluded.completed_at, expires_at = excluded.expires_at
      where record.expires_at <= excluded.completed_at
      returning status`,
    usage: `select coalesce(sum(counted_bytes), 0)::float8 as used,
        (extract(epoch from min(expires_at) - moment) * 1000)::float8 as "nextMs"
      from (select coalesce($2::timestamptz, clock_timestamp()) as moment) as present
      left join ${table} on ${scope} = $1 and counted_bytes is not null and expires_at > moment
      group by moment`,
    sweep: `delete from ${table} where ctid = any(array(
        select ctid from ${table} where expires_at <= coalesce($1::timestamptz, clock_timestamp())
        order by expires_at limit $2 for update skip locked))
      returning body_key as "bodyKey"`,
    findBodies: `select body_key as "bodyKey" from ${table} where body_key = any($1)`,
  };
}
