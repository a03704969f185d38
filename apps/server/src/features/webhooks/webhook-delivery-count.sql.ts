import { sqlStatement } from '../../storage/index.ts';

/**
 * Counts of deliveries, maintained by the statements that change deliveries: each of them ends with one of these. Rows
 * are written in a fixed order, so that parallel statements wait for each other instead of deadlocking.
 */
const hourOf = (time: string) => `date_trunc('hour', ${time}, 'UTC')`;

/** Ends `with made as (… returning workspace_id, endpoint_id, created_at)` with inserted deliveries. */
export const countMade = `
  insert into webhook_delivery_count as c (workspace_id, endpoint_id, hour, waiting)
  select workspace_id, endpoint_id, ${hourOf('created_at')}, count(*) from made group by 1, 2, 3 order by 1, 2, 3
  on conflict (workspace_id, endpoint_id, hour) do update set waiting = c.waiting + excluded.waiting`;

const isNewer = 'excluded.last_attempt_at >= coalesce(c.last_attempt_at, excluded.last_attempt_at)';
const ofLast = (column: string) =>
  `(array_agg(${column} order by attempted_at desc, id desc) filter (where attempted))[1]`;

/**
 * Ends `with written as (…)` with saved attempts, the columns of their deliveries read here, and `retried`. Each row
 * counts twice: the state of its delivery, in the hour the delivery was created, and the attempt, in the hour it ended.
 * A discarded delivery was not attempted.
 */
export const countWritten = `
  insert into webhook_delivery_count as c (workspace_id, endpoint_id, hour, waiting, retrying, succeeded, failed,
    discarded, failed_attempts, last_attempt_at, last_success_at, last_status, last_error)
  select workspace_id, endpoint_id, hour, -count(*) filter (where made and not retried),
    count(*) filter (where made and status = 'pending') - count(*) filter (where made and retried),
    count(*) filter (where made and status = 'succeeded'), count(*) filter (where made and status = 'failed'),
    count(*) filter (where made and status = 'discarded'),
    count(*) filter (where attempted and error_reason is not null), max(attempted_at) filter (where attempted),
    max(attempted_at) filter (where attempted and error_reason is null), ${ofLast('response_status')},
    ${ofLast('error_reason')}
  from written cross join lateral (values
    (${hourOf('created_at')}, true, false), (${hourOf('attempted_at')}, false, status <> 'discarded')
  ) as counted (hour, made, attempted)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (workspace_id, endpoint_id, hour) do update set
    waiting = c.waiting + excluded.waiting, retrying = c.retrying + excluded.retrying,
    succeeded = c.succeeded + excluded.succeeded, failed = c.failed + excluded.failed,
    discarded = c.discarded + excluded.discarded, failed_attempts = c.failed_attempts + excluded.failed_attempts,
    last_attempt_at = greatest(c.last_attempt_at, excluded.last_attempt_at),
    last_success_at = greatest(c.last_success_at, excluded.last_success_at),
    last_status = case when ${isNewer} then excluded.last_status else c.last_status end,
    last_error = case when ${isNewer} then excluded.last_error else c.last_error end`;

/** Ends `with gone as (…)` with deleted deliveries. Their attempts are no longer in the statistics. */
export const countGone = `
  update webhook_delivery_count c set waiting = c.waiting - g.waiting, retrying = c.retrying - g.retrying,
    succeeded = c.succeeded - g.succeeded, failed = c.failed - g.failed, discarded = c.discarded - g.discarded
  from (
    select workspace_id, endpoint_id, ${hourOf('created_at')} as hour,
      count(*) filter (where status = 'pending' and attempt = 0) as waiting,
      count(*) filter (where status = 'pending' and attempt > 0) as retrying,
      count(*) filter (where status = 'succeeded') as succeeded, count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'discarded') as discarded
    from gone group by 1, 2, 3
  ) g
  where c.workspace_id = g.workspace_id and c.endpoint_id = g.endpoint_id and c.hour = g.hour`;

/** Statistics of the deliveries of endpoints, from the hour of a given time. */
export const selectStats = sqlStatement({
  name: 'webhook_delivery.stats',
  parameters: { workspaceId: 'uuid', endpointIds: 'uuid[]', since: 'timestamptz' },
  row: {
    endpointId: 'uuid',
    delivered: 'bigint',
    failed: 'bigint',
    pending: 'bigint',
    lastDeliveryAt: 'timestamptz?',
    lastSuccessAt: 'timestamptz?',
    lastStatus: 'integer?',
    lastError: 'text?',
  },
  text: `
    select endpoint_id as "endpointId", sum(succeeded) as delivered, sum(failed_attempts) as failed,
      sum(waiting + retrying) as pending, max(last_attempt_at) as "lastDeliveryAt",
      max(last_success_at) as "lastSuccessAt",
      (array_agg(last_status order by last_attempt_at desc nulls last))[1]::integer as "lastStatus",
      (array_agg(last_error order by last_attempt_at desc nulls last))[1] as "lastError"
    from webhook_delivery_count
    where workspace_id = $workspaceId and endpoint_id = any ($endpointIds::uuid[])
      and hour >= date_trunc('hour', $since::timestamptz, 'UTC')
    group by endpoint_id`,
});

/** How many deliveries of an endpoint have a status; null for all. */
export const countDeliveries = sqlStatement({
  name: 'webhook_delivery.total',
  parameters: { workspaceId: 'uuid', endpointId: 'uuid', status: 'text?' },
  row: { total: 'bigint' },
  text: `
    select coalesce(sum(case $status::text when 'pending' then waiting + retrying when 'succeeded' then succeeded
      when 'failed' then failed when 'discarded' then discarded
      else waiting + retrying + succeeded + failed + discarded end), 0) as total
    from webhook_delivery_count where workspace_id = $workspaceId and endpoint_id = $endpointId`,
});

export const deleteOldCounts = sqlStatement({
  name: 'webhooks.sweep-counts',
  parameters: { workspaceId: 'uuid', endpointId: 'uuid', before: 'timestamptz' },
  row: {},
  text: `
    delete from webhook_delivery_count
    where workspace_id = $workspaceId and endpoint_id = $endpointId
      and hour < $before::timestamptz - interval '1 hour'`,
});

/** Deliveries of all endpoints that are waiting for an attempt. */
export const countPending = sqlStatement({
  name: 'webhooks.count-pending',
  parameters: {},
  row: { deliveries: 'bigint' },
  text: `
    select coalesce(sum(waiting + retrying), 0)::bigint as deliveries
    from webhook_delivery_count where waiting > 0 or retrying > 0`,
});
