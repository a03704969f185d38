import { switchOffFailures } from '@product-content/contract';
import { sqlStatement } from '../../storage/index.ts';
import { eventsBehind } from './webhook-relay.sql.ts';

/** Active endpoints with due deliveries that no process is sending to. */
const endpointsDue = `
  from webhook_endpoint e cross join lateral (
    select d.next_attempt_at from webhook_delivery d
    where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending'
      and d.next_attempt_at <= now()
    order by d.next_attempt_at limit 1
  ) due
  where e.status = 'active' and (e.attempts_after is null or e.attempts_after <= now())
    and (e.claimed_until is null or e.claimed_until <= now())`;

/**
 * The seconds until an endpoint may be claimed, at most 0 if one may be claimed now and null if none has deliveries:
 * among those whose last attempt failed, and among the others. And whether there are events without deliveries.
 */
export const findWork = sqlStatement({
  name: 'webhooks.find-work',
  parameters: {},
  row: { events: 'boolean', healthy: 'double precision?', failing: 'double precision?' },
  text: `
    select exists (${eventsBehind}) as events,
      extract(epoch from min(at) filter (where not failing) - now())::double precision as healthy,
      extract(epoch from min(at) filter (where failing) - now())::double precision as failing
    from (
      select e.consecutive_failures > 0 as failing, greatest(next.at, e.attempts_after, e.claimed_until) as at
      from webhook_endpoint e cross join lateral (
        select d.next_attempt_at as at from webhook_delivery d
        where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending'
        order by d.next_attempt_at limit 1
      ) next
      where e.status = 'active'
    ) endpoint`,
});

/** Those endpoints, longest waiting first. Skips endpoints locked by another process. */
export const lockEndpoints = sqlStatement({
  name: 'webhooks.lock-endpoints',
  parameters: { failing: 'boolean', endpoints: 'bigint' },
  row: {
    workspaceId: 'uuid',
    id: 'uuid',
    url: 'text',
    secret: 'bytea',
    previousSecret: 'bytea?',
    previousSecretUntil: 'timestamptz?',
    signatureScheme: 'text',
  },
  text: `
    select e.workspace_id as "workspaceId", e.id, e.url, e.secret, e.previous_secret as "previousSecret",
      e.previous_secret_until as "previousSecretUntil", e.signature_scheme as "signatureScheme"
    ${endpointsDue} and (e.consecutive_failures > 0) = $failing
    order by due.next_attempt_at limit $endpoints
    for no key update of e skip locked`,
});

/** Releases an endpoint, unless its claim has expired and another process has claimed it since. */
export const releaseEndpoint = sqlStatement({
  name: 'webhooks.release-endpoint',
  parameters: { workspaceId: 'uuid', endpointId: 'uuid', claimedUntil: 'timestamptz' },
  row: {},
  text: `
    update webhook_endpoint set claimed_until = null
    where workspace_id = $workspaceId and id = $endpointId and claimed_until = $claimedUntil`,
});

/**
 * Counts consecutive failures: `[{"workspaceId", "id", "reset", "failures"}]`. A single update, so that concurrent
 * counts are not lost. Does not change pending deliveries.
 */
export const changeCounters = sqlStatement({
  name: 'webhooks.change-counters',
  parameters: { changes: 'jsonb', pauseSeconds: 'double precision', reason: 'text' },
  row: { workspaceId: 'uuid', id: 'uuid', switchedOff: 'boolean' },
  text: `
    with changed as materialized (
      select e.workspace_id, e.id, r.failures, e.counter,
        e.status = 'active' and e.counter >= ${switchOffFailures} as ends
      from jsonb_to_recordset($changes) as r ("workspaceId" uuid, id uuid, reset boolean, failures integer)
      cross join lateral (
        select *, case when r.reset then 0 else consecutive_failures end + r.failures as counter from webhook_endpoint
        where workspace_id = r."workspaceId" and id = r.id and (r.failures > 0 or consecutive_failures > 0)
        for no key update
      ) e
    )
    update webhook_endpoint e set
      consecutive_failures = c.counter,
      attempts_after = case when c.failures > 0 then now() + make_interval(secs => $pauseSeconds) end,
      status = case when c.ends then 'switched_off' else e.status end,
      disabled_reason = case when c.ends then $reason else e.disabled_reason end,
      updated_at = case when c.ends then now() else e.updated_at end
    from changed c where e.workspace_id = c.workspace_id and e.id = c.id
    returning e.workspace_id as "workspaceId", e.id, c.ends as "switchedOff"`,
});

/**
 * The number of endpoints by status, and for how many seconds their oldest due delivery has been waiting: one index
 * lookup for each.
 */
export const countEndpoints = sqlStatement({
  name: 'webhooks.count-endpoints',
  parameters: {},
  row: { status: 'text', endpoints: 'bigint', oldestDue: 'double precision?' },
  text: `
    select e.status, count(*) as endpoints,
      extract(epoch from now() - min(due.next_attempt_at))::double precision as "oldestDue"
    from webhook_endpoint e left join lateral (
      select d.next_attempt_at from webhook_delivery d
      where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending'
      order by d.next_attempt_at limit 1
    ) due on true
    group by e.status`,
});

/** Endpoints with counts of deliveries, and whether they still exist. */
export const selectCounted = sqlStatement({
  name: 'webhooks.counted-endpoints',
  parameters: {},
  row: { workspaceId: 'uuid', id: 'uuid', removed: 'boolean' },
  prepared: false,
  text: `
    select c.workspace_id as "workspaceId", c.endpoint_id as id, e.id is null as removed
    from (select distinct workspace_id, endpoint_id from webhook_delivery_count) c
    left join webhook_endpoint e on e.workspace_id = c.workspace_id and e.id = c.endpoint_id`,
});
