import { expect } from 'vitest';
import type { Database } from '../../src/storage/index.ts';

/** The state of deliveries by the hour of their creation, and the outcome of attempts by the hour of their end. */
const counted = `
  select workspace_id, endpoint_id, hour, sum(waiting)::integer as waiting, sum(retrying)::integer as retrying,
    sum(succeeded)::integer as succeeded, sum(failed)::integer as failed, sum(discarded)::integer as discarded,
    sum(failed_attempts)::integer as failed_attempts, max(last_attempt_at) as last_attempt_at,
    max(last_success_at) as last_success_at, max(last_status) as last_status, max(last_error) as last_error
  from (
    select workspace_id, endpoint_id, date_trunc('hour', created_at, 'UTC') as hour,
      count(*) filter (where status = 'pending' and attempt = 0) as waiting,
      count(*) filter (where status = 'pending' and attempt > 0) as retrying,
      count(*) filter (where status = 'succeeded') as succeeded, count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'discarded') as discarded, 0 as failed_attempts,
      null::timestamptz as last_attempt_at, null::timestamptz as last_success_at, null::smallint as last_status,
      null as last_error
    from webhook_delivery group by 1, 2, 3
    union all
    select workspace_id, endpoint_id, date_trunc('hour', at, 'UTC'), 0, 0, 0, 0, 0,
      count(*) filter (where error_reason is not null), max(at), max(at) filter (where error_reason is null),
      (array_agg(status order by at desc))[1], (array_agg(error_reason order by at desc))[1]
    from (
      select workspace_id, endpoint_id, attempted_at as at, response_status as status, error_reason
      from webhook_delivery where attempt > 0 and status <> 'discarded'
      union all
      select workspace_id, endpoint_id, (a ->> 'finishedAt')::timestamptz, (a ->> 'responseStatus')::smallint,
        a ->> 'errorReason'
      from webhook_delivery cross join lateral jsonb_array_elements(earlier_attempts) as a
    ) attempt group by 1, 2, 3
  ) part group by 1, 2, 3`;

/** Recounts, after a test has changed deliveries directly. */
export async function recount(database: Database): Promise<void> {
  await database.query('delete from webhook_delivery_count');
  await database.query(`
    insert into webhook_delivery_count (workspace_id, endpoint_id, hour, waiting, retrying, succeeded, failed, discarded,
      failed_attempts, last_attempt_at, last_success_at, last_status, last_error) ${counted}`);
}

/** Compares the maintained counts with the deliveries: in one statement, because an engine may be running. */
export async function expectCounted(database: Database): Promise<void> {
  const columns =
    'endpoint_id, hour, waiting, retrying, succeeded, failed, discarded, failed_attempts, last_attempt_at, last_success_at';
  const { rows } = await database.query(`
    with kept as (
      select ${columns} from webhook_delivery_count where waiting + retrying + succeeded + failed + discarded + failed_attempts > 0 or last_attempt_at is not null
    ), actual as (select ${columns} from (${counted}) counted)
    (select 'kept' as which, * from (select * from kept except select * from actual) kept)
    union all (select 'actual', * from (select * from actual except select * from kept) actual)`);
  expect(rows).toEqual([]);
}
