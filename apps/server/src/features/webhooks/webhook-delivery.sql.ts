import { deliveryStatuses } from '@product-content/contract';
import { eventOf, sqlStatement } from '../../storage/index.ts';
import { versionDocument } from '../products/index.ts';
import { countGone, countMade, countWritten } from './webhook-delivery-count.sql.ts';

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

const claimEnd = '(now() + make_interval(secs => $leaseSeconds))::timestamptz(3)';

/**
 * Claims endpoints that are locked, with their oldest deliveries: as many as the bytes of their bodies allow, but at least
 * one. A separate statement, so that it sees what others had recorded before the endpoints were locked. Deliveries are
 * only read: nobody else attempts them while their endpoint is claimed.
 *
 * The texts are read one by one, in subqueries with their own limit, whatever number of rows the planner expects. Only the
 * first delivery of an event returns them. Nothing is joined but the endpoints: a join of intermediate results, whose
 * numbers the planner does not know, compares each with each.
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
    updatedAt: 'timestamptz',
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
        select d.workspace_id, d.id, d.endpoint_id, d.event_id, d.event, d.body, d.attempt, d.next_attempt_at,
          d.updated_at
        from webhook_delivery d
        where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending'
          and d.next_attempt_at <= now()
        order by d.next_attempt_at, d.id limit $perEndpoint
      ) d
    ), texts as materialized (
      select p.*, o.created_at as event_at, o.trace, o.subject_version, o.changed_fields, o.previous_status,
        o.payload::text as payload,
        ${versionDocument('p.workspace_id', 'o.subject_id', 'o.subject_version')} as document
      from picked p left join lateral ${eventOf('p.workspace_id', 'p.event_id')} o on true
    ), found as materialized (
      select *, sum(coalesce(octet_length(body), octet_length(document), octet_length(payload), 0)) over feed as bytes,
        row_number() over feed as position
      from texts window feed as (partition by workspace_id, endpoint_id order by next_attempt_at, id)
    ), taken as materialized (
      select *, row_number() over (partition by workspace_id, event_id order by id) = 1 as is_first_of_event
      from found where position = 1 or bytes <= $bytesPerEndpoint::bigint
    ), claimed as (
      update webhook_endpoint e set claimed_until = ${claimEnd}
      from taken t where t.position = 1 and e.workspace_id = t.workspace_id and e.id = t.endpoint_id
    )
    select t.workspace_id as "workspaceId", t.id, t.endpoint_id as "endpointId", t.event_id as "eventId", t.event,
      t.body, t.attempt, t.updated_at as "updatedAt", ${claimEnd} as "claimedUntil", t.event_at as "eventAt",
      case when is_first_of_event then t.trace end as trace, t.subject_version as "subjectVersion",
      case when is_first_of_event then t.changed_fields end as "changedFields", t.previous_status as "previousStatus",
      case when is_first_of_event then t.payload end as payload,
      case when is_first_of_event then t.document end as document, t.bytes
    from taken t
    order by t.id`,
});

/** No wait if the owner requested the next attempt while this one was running: nothing else changes the row meanwhile. */
const waitSeconds = `case when r.status = 'pending' and d.updated_at <> r."updatedAt" then 0 else r."waitSeconds" end`;

/** The attempt in a row, in the form that joins the earlier ones when the next one replaces it. */
const lastAttempt = `jsonb_build_object('attempt', d.attempt, 'finishedAt', d.attempted_at,
  'responseStatus', d.response_status, 'errorReason', d.error_reason, 'durationMs', d.duration_ms,
  'responseBody', d.response_body)`;

/**
 * Saves attempts: records of `AttemptRecord`. If a claim expired during an attempt, so that another process has made the
 * same attempt, the one that ends first is saved.
 */
export const writeAttempts = sqlStatement({
  name: 'webhooks.write-attempts',
  parameters: { attempts: 'jsonb' },
  row: {},
  text: `
    with written as (
      update webhook_delivery d set status = r.status, attempt = r.attempt, attempted_at = r."attemptedAt",
        next_attempt_at = now() + make_interval(secs => ${waitSeconds}),
        response_status = r."responseStatus", error_reason = r."errorReason", duration_ms = r."durationMs",
        response_body = r."responseBody",
        earlier_attempts = case when d.attempt > 0 then coalesce(d.earlier_attempts, '[]') || ${lastAttempt} end,
        updated_at = now()
      from jsonb_to_recordset($attempts) as r (
        "workspaceId" uuid, id uuid, "earlierAttempts" integer, "updatedAt" timestamptz, status text, attempt integer,
        "attemptedAt" timestamptz, "waitSeconds" double precision, "responseStatus" smallint, "errorReason" text,
        "durationMs" integer, "responseBody" text
      )
      where d.workspace_id = r."workspaceId" and d.id = r.id and d.status = 'pending'
        and d.attempt = r."earlierAttempts"
      returning d.workspace_id, d.endpoint_id, d.id, d.created_at, d.status, d.attempted_at, d.response_status,
        d.error_reason, r."earlierAttempts" > 0 as retried
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
