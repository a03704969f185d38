import type { Database } from '../../../storage/index.ts';
import type { EventRow } from '../../events/index.ts';
import type { WebhookEndpointRow } from '../webhook-endpoint.entity.ts';

/** A delivery that is this process's to attempt until the claim ends. */
export interface ClaimedDelivery extends Omit<EventRow, 'id' | 'type' | 'createdAt'> {
  readonly workspaceId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: string;
  /** Null when the event is no longer kept. */
  readonly eventAt: Date | null;
  /** The envelope of an event that is not kept with the others: a test. */
  readonly body: string | null;
  /** Attempts made before. */
  readonly attempt: number;
  readonly claimedUntil: Date;
  /** Of its body and those before it, more or less. */
  readonly bytes: number;
}

/** An endpoint as it is sent to, its secrets encrypted. */
export type ClaimedEndpoint = Pick<
  WebhookEndpointRow,
  'workspaceId' | 'id' | 'url' | 'signatureScheme' | 'secret' | 'previousSecret' | 'previousSecretUntil'
>;

/** An endpoint and what it is to be sent now. Nobody else sends to it for as long as one of its claims lasts. */
export interface Claim {
  readonly endpoint: ClaimedEndpoint;
  /** The last attempt failed: there is one delivery, and its endpoint's counter changes with it. */
  readonly failing: boolean;
  readonly deliveries: readonly ClaimedDelivery[];
  /** Of all bodies, more or less. */
  readonly bytes: number;
}

export interface ClaimRequest {
  /** Endpoints whose last attempt failed, or the others. */
  readonly failing: boolean;
  /** Most endpoints. */
  readonly endpoints: number;
  /** Most deliveries of one endpoint. */
  readonly perEndpoint: number;
  /** Most bytes of the bodies for one endpoint; one delivery may have more. */
  readonly bytesPerEndpoint: number;
  /** How long the claims last. */
  readonly leaseSeconds: number;
}

const isClaimed = `exists (
  select from webhook_delivery c
  where c.workspace_id = e.workspace_id and c.endpoint_id = e.id and c.claimed_until > now()
)`;

/** Endpoints with something due that nobody sends to, longest waiting first. Those another process locks are its. */
const lockEndpoints = `
  select e.workspace_id as "workspaceId", e.id, e.url, e.secret, e.previous_secret as "previousSecret",
    e.previous_secret_until as "previousSecretUntil", e.signature_scheme as "signatureScheme"
  from webhook_endpoint e cross join lateral (
    select d.next_attempt_at from webhook_delivery d
    where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending'
      and d.next_attempt_at <= now()
    order by d.next_attempt_at limit 1
  ) due
  where e.status = 'active' and (e.consecutive_failures > 0) = $1
    and (e.attempts_after is null or e.attempts_after <= now()) and not ${isClaimed}
  order by due.next_attempt_at limit $2
  for no key update of e skip locked`;

/**
 * A statement of its own: it sees what was claimed before the endpoints were locked. Of each endpoint it takes the
 * oldest, as many as the bytes of their bodies allow, one in any case. The texts are found one by one, in subqueries
 * with a limit of their own, whatever the planner thinks of the number of rows; they are read for what is taken only.
 */
const claimDeliveries = `
  with picked as materialized (
    select d.*
    from unnest($1::uuid[], $2::uuid[]) as e (workspace_id, id)
    cross join lateral (
      select d.workspace_id, d.id, d.endpoint_id, d.event_id, d.event, d.body, d.attempt, d.next_attempt_at
      from webhook_delivery d
      where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending'
        and d.next_attempt_at <= now() and not ${isClaimed}
      order by d.next_attempt_at, d.id limit $3 for update skip locked
    ) d
  ), found as materialized (
    select p.*, o.created_at as event_at, o.changed_fields, o.previous_status, o.payload, v.document,
      sum(coalesce(octet_length(p.body), octet_length(v.document), octet_length(o.payload), 0)) over feed as bytes,
      row_number() over feed as place
    from picked p
    left join lateral (
      select subject_id, subject_version, created_at, changed_fields, previous_status, payload::text as payload
      from outbox where workspace_id = p.workspace_id and id = p.event_id limit 1
    ) o on true
    left join lateral (
      select v.document from product_version v
      where v.workspace_id = p.workspace_id and v.product_id = o.subject_id and v.version = o.subject_version limit 1
    ) v on true
    window feed as (partition by p.workspace_id, p.endpoint_id order by p.next_attempt_at, p.id)
  ), claimed as (
    update webhook_delivery d
    set claimed_until = now() + make_interval(secs => $4), next_attempt_at = now() + make_interval(secs => $4)
    from found f where d.workspace_id = f.workspace_id and d.id = f.id and (f.place = 1 or f.bytes <= $5::bigint)
    returning d.workspace_id, d.id, d.claimed_until
  )
  select f.workspace_id as "workspaceId", f.id, f.endpoint_id as "endpointId", f.event_id as "eventId", f.event, f.body,
    f.attempt, c.claimed_until as "claimedUntil", f.event_at as "eventAt", f.changed_fields as "changedFields",
    f.previous_status as "previousStatus", f.payload, f.document, f.bytes
  from claimed c join found f on f.workspace_id = c.workspace_id and f.id = c.id
  order by f.id`;

const release = `
  update webhook_delivery d set claimed_until = null, next_attempt_at = now()
  from jsonb_to_recordset($1::jsonb) as r ("workspaceId" uuid, id uuid, "claimedUntil" timestamptz)
  where d.workspace_id = r."workspaceId" and d.id = r.id and d.claimed_until = r."claimedUntil"`;

/** Takes what is due. A claim that is not used up ends by itself, so a process may die with it. */
export async function claimDue(database: Database, request: ClaimRequest): Promise<Claim[]> {
  const { failing, endpoints, perEndpoint, bytesPerEndpoint, leaseSeconds } = request;
  return database.transaction(async (tx) => {
    const locked = await tx.query<ClaimedEndpoint>(lockEndpoints, [failing, endpoints], 'webhooks.lock-endpoints');
    if (locked.rows.length === 0) return [];
    const workspaces = locked.rows.map((row) => row.workspaceId);
    const ids = locked.rows.map((row) => row.id);
    const values = [workspaces, ids, failing ? 1 : perEndpoint, leaseSeconds, bytesPerEndpoint];
    const { rows } = await tx.query<ClaimedDelivery>(claimDeliveries, values, 'webhooks.claim');
    const claimed = Map.groupBy(rows, (row) => row.endpointId);
    return locked.rows.flatMap((endpoint) => {
      const deliveries = claimed.get(endpoint.id);
      if (deliveries === undefined) return [];
      return [{ endpoint, failing, deliveries, bytes: Math.max(...deliveries.map(({ bytes }) => bytes)) }];
    });
  });
}

/** Gives back what was not attempted: it is due at once, for whoever comes. */
export async function releaseClaims(database: Database, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ workspaceId, id, claimedUntil }) => ({ workspaceId, id, claimedUntil }));
  await database.query(release, [JSON.stringify(rows)], 'webhooks.release');
}
