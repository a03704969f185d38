import { expect } from 'vitest';
import type { Database } from '../../../../storage/index.ts';

const counted = `
  select workspace_id, endpoint_id, date_trunc('hour', created_at, 'UTC') as hour,
    count(*) filter (where status = 'pending' and attempt = 0)::integer as waiting,
    count(*) filter (where status = 'pending' and attempt > 0)::integer as retrying,
    count(*) filter (where status = 'succeeded')::integer as succeeded,
    count(*) filter (where status = 'failed')::integer as failed,
    count(*) filter (where status = 'discarded')::integer as discarded,
    max(attempted_at) filter (where status <> 'discarded') as last_attempt_at,
    max(attempted_at) filter (where status = 'succeeded') as last_success_at,
    (array_agg(response_status order by attempted_at desc nulls last) filter (where status <> 'discarded'))[1]
      as last_status,
    (array_agg(error_reason order by attempted_at desc nulls last) filter (where status <> 'discarded'))[1] as last_error
  from webhook_delivery group by 1, 2, 3`;

/** Counts anew, after deliveries were changed behind the back of the app. */
export async function recount(database: Database): Promise<void> {
  await database.query('delete from webhook_delivery_count');
  await database.query(`insert into webhook_delivery_count ${counted}`);
}

/** Holds the kept counts of deliveries to the deliveries: in one statement, while an engine may be running. */
export async function expectCounted(database: Database): Promise<void> {
  const columns =
    'endpoint_id, hour, waiting, retrying, succeeded, failed, discarded, last_attempt_at, last_success_at';
  const { rows } = await database.query(`
    with kept as (
      select ${columns} from webhook_delivery_count where waiting + retrying + succeeded + failed + discarded > 0
    ), actual as (select ${columns} from (${counted}) counted)
    (select 'kept' as which, * from (select * from kept except select * from actual) kept)
    union all (select 'actual', * from (select * from actual except select * from kept) actual)`);
  expect(rows).toEqual([]);
}
