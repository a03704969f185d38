import { deliveryStatuses } from '@product-content/contract';
import { eventOf, sqlStatement } from '../../storage/index.ts';
import { versionDocument } from '../products/index.ts';
import { countGone, countMade, countWritten } from './webhook-delivery-count.sql.ts';
import { isClaimed } from './webhook-endpoint.sql.ts';

/** Inserts deliveries of events: `[{"id", "endpointId", "eventId", "event"}]`. */
export const insertDeliveries = sqlStatement({
  name: 'webhooks.deliveries',
  parameters: { workspaceId: 'uuid', deliveries: 'jsonb', at: 'timestamptz' },
  row: {},
  text: `
    with made as (
      insert into webhook_delivery
        (workspace_id, id, endpoint_id, event_id, event, next_attempt_at, created_at, updated_at)
      select $workspaceId, d.id, e.id, d."eventId", d.event, $at, $at, $at
      from jsonb_to_recordset($deliveries) as d (id uuid, "endpointId" uuid, "eventId" uuid, event text)
      join (select id from webhook_endpoint where workspace_id = $workspaceId for key share) e on e.id = d."endpointId"
      returning workspace_id, endpoint_id, created_at
    )
    ${countMade}`,
});

/** Inserts a delivery that is due immediately. */
export const insertDelivery = sqlStatement({
  name: 'webhook_delivery.insert',
  parameters: {
    workspaceId: 'uuid',
    id: 'uuid',
    endpointId: 'uuid',
    eventId: 'uuid',
    event: 'text',
    body: 'text?',
    createdAt: 'timestamptz',
  },
  row: {},
  text: `
    with made as (
      insert into webhook_delivery
        (workspace_id, id, endpoint_id, event_id, event, body, status, next_attempt_at, created_at, updated_at)
      values ($workspaceId, $id, $endpointId, $eventId, $event, $body, 'pending', $createdAt, $createdAt, $createdAt)
      returning workspace_id, endpoint_id, created_at
    )
    ${countMade}`,
});

/** A row while the text of a delivery's event is still available: it is a test, or the outbox has it. */
export const findEvent = sqlStatement({
  name: 'webhook_delivery.event',
  parameters: { workspaceId: 'uuid', id: 'uuid' },
  row: { id: 'uuid' },
  text: `
    select d.id from webhook_delivery d
    where d.workspace_id = $workspaceId and d.id = $id
      and (d.body is not null or exists ${eventOf('$workspaceId', 'd.event_id')})`,
});

/**
 * A separate statement, so that it sees deliveries claimed before the endpoints were locked. It takes the oldest
 * deliveries of each endpoint, as many as the bytes of their bodies allow, but at least one. The texts are read only
 * for claimed deliveries, one by one, in subqueries with their own limit, whatever number of rows the planner expects.
 */
export const claimDeliveries = sqlStatement({
  name: 'webhooks.claim',
  parameters: {
    workspaceIds: 'uuid[]',
    endpointIds: 'uuid[]',
    perEndpoint: 'bigint',
    leaseSeconds: 'double precision',
    bytesPerEndpoint: 'bigint',
  },
  row: {
    workspaceId: 'uuid',
    id: 'uuid',
    endpointId: 'uuid',
    eventId: 'uuid',
    event: 'text',
    body: 'text?',
    attempt: 'integer',
    claimedUntil: 'timestamptz?',
    eventAt: 'timestamptz?',
    subjectVersion: 'integer?',
    trace: 'jsonb?',
    changedFields: 'text[]?',
    previousStatus: 'text?',
    payload: 'text?',
    document: 'text?',
    bytes: 'bigint',
  },
  text: `
    with picked as materialized (
      select d.*
      from unnest($workspaceIds::uuid[], $endpointIds::uuid[]) as e (workspace_id, id)
      cross join lateral (
        select d.workspace_id, d.id, d.endpoint_id, d.event_id, d.event, d.body, d.attempt, d.next_attempt_at
        from webhook_delivery d
        where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending'
          and d.next_attempt_at <= now() and not ${isClaimed}
        order by d.next_attempt_at, d.id limit $perEndpoint for update skip locked
      ) d
    ), texts as materialized (
      select p.*, o.created_at as event_at, o.trace, o.subject_version, o.changed_fields, o.previous_status, o.payload::text as payload,
        ${versionDocument('p.workspace_id', 'o.subject_id', 'o.subject_version')} as document
      from picked p left join lateral ${eventOf('p.workspace_id', 'p.event_id')} o on true
    ), found as materialized (
      select *, sum(coalesce(octet_length(body), octet_length(document), octet_length(payload), 0)) over feed as bytes,
        row_number() over feed as position
      from texts window feed as (partition by workspace_id, endpoint_id order by next_attempt_at, id)
    ), claimed as (
      update webhook_delivery d set
        claimed_until = now() + make_interval(secs => $leaseSeconds),
        next_attempt_at = now() + make_interval(secs => $leaseSeconds)
      from found f
      where d.workspace_id = f.workspace_id and d.id = f.id and (f.position = 1 or f.bytes <= $bytesPerEndpoint::bigint)
      returning d.workspace_id, d.id, d.claimed_until
    )
    select f.workspace_id as "workspaceId", f.id, f.endpoint_id as "endpointId", f.event_id as "eventId", f.event,
      f.body, f.attempt, c.claimed_until as "claimedUntil", f.event_at as "eventAt", f.trace, f.subject_version as "subjectVersion",
      f.changed_fields as "changedFields", f.previous_status as "previousStatus", f.payload, f.document, f.bytes
    from claimed c join found f on f.workspace_id = c.workspace_id and f.id = c.id
    order by f.id`,
});

/** Releases deliveries that were not attempted: `[{"workspaceId", "id", "claimedUntil"}]`. */
export const releaseDeliveries = sqlStatement({
  name: 'webhooks.release',
  parameters: { deliveries: 'jsonb' },
  row: {},
  text: `
    update webhook_delivery d set claimed_until = null, next_attempt_at = now()
    from jsonb_to_recordset($deliveries) as r ("workspaceId" uuid, id uuid, "claimedUntil" timestamptz)
    where d.workspace_id = r."workspaceId" and d.id = r.id and d.claimed_until = r."claimedUntil"`,
});

/**
 * No wait if the owner requested the next attempt while this one was running: a claim had set both times to the same
 * value.
 */
const waitSeconds = `case when r.status = 'pending' and d.next_attempt_at < d.claimed_until then 0
  else r."waitSeconds" end`;

/** The attempt in a row, in the form that joins the earlier ones when the next one replaces it. */
const lastAttempt = `jsonb_build_object('attempt', d.attempt, 'finishedAt', d.attempted_at,
  'responseStatus', d.response_status, 'errorReason', d.error_reason, 'durationMs', d.duration_ms,
  'responseBody', d.response_body)`;

/** Saves attempts: records of `AttemptRecord`. */
export const writeAttempts = sqlStatement({
  name: 'webhooks.write-attempts',
  parameters: { attempts: 'jsonb' },
  row: {},
  text: `
    with written as (
      update webhook_delivery d set status = r.status, attempt = r.attempt, attempted_at = r."attemptedAt",
        next_attempt_at = now() + make_interval(secs => ${waitSeconds}), claimed_until = null,
        response_status = r."responseStatus", error_reason = r."errorReason", duration_ms = r."durationMs",
        response_body = r."responseBody",
        earlier_attempts = case when d.attempt > 0 then coalesce(d.earlier_attempts, '[]') || ${lastAttempt} end,
        updated_at = now()
      from jsonb_to_recordset($attempts) as r (
        "workspaceId" uuid, id uuid, "claimedUntil" timestamptz, status text, attempt integer,
        "attemptedAt" timestamptz, "waitSeconds" double precision, "responseStatus" smallint, "errorReason" text,
        "durationMs" integer, "responseBody" text, retried boolean
      )
      where d.workspace_id = r."workspaceId" and d.id = r.id and d.claimed_until = r."claimedUntil"
      returning d.workspace_id, d.endpoint_id, d.id, d.created_at, d.status, d.attempted_at, d.response_status,
        d.error_reason, r.retried
    )
    ${countWritten}`,
});

/** The oldest deliveries of each status, from its own index: no more rows are read than deleted. */
const oldest = deliveryStatuses
  .map(
    (status) => `
      (select id, created_at from webhook_delivery
      where workspace_id = $workspaceId and endpoint_id = $endpointId and status = '${status}' and created_at < $before
      order by created_at limit $batchSize)`,
  )
  .join(' union all ');

/** Deletes a number of the oldest deliveries of an endpoint from before a given time. */
export const deleteOldDeliveries = sqlStatement({
  name: 'webhooks.sweep',
  parameters: { workspaceId: 'uuid', endpointId: 'uuid', before: 'timestamptz', batchSize: 'bigint' },
  row: { deliveries: 'bigint' },
  text: `
    with gone as (
      delete from webhook_delivery d using (
        select id from (${oldest}) old order by created_at limit $batchSize
      ) old
      where d.workspace_id = $workspaceId and d.id = old.id
      returning d.workspace_id, d.endpoint_id, d.created_at, d.status, d.attempt
    ), counted as (${countGone})
    select count(*) as deliveries from gone`,
});
