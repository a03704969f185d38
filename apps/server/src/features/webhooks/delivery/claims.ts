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
}

/** An endpoint as it is sent to, its secrets encrypted. */
export type ClaimedEndpoint = Pick<
  WebhookEndpointRow,
  'workspaceId' | 'id' | 'url' | 'secret' | 'previousSecret' | 'previousSecretUntil'
>;

/** An endpoint and what it is to be sent now. Nobody else sends to it for as long as one of its claims lasts. */
export interface Claim {
  readonly endpoint: ClaimedEndpoint;
  /** The last attempt failed: there is one delivery, and its endpoint's counter changes with it. */
  readonly failing: boolean;
  readonly deliveries: readonly ClaimedDelivery[];
}

export interface ClaimRequest {
  /** Endpoints whose last attempt failed, or the others. */
  readonly failing: boolean;
  /** Most endpoints. */
  readonly endpoints: number;
  /** Most deliveries of one endpoint. */
  readonly perEndpoint: number;
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
    e.previous_secret_until as "previousSecretUntil"
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

/** A statement of its own: it sees what was claimed before the endpoints were locked. */
const claimDeliveries = `
  with picked as materialized (
    select d.workspace_id, d.id
    from unnest($1::uuid[], $2::uuid[]) as e (workspace_id, id)
    cross join lateral (
      select d.workspace_id, d.id from webhook_delivery d
      where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'pending'
        and d.next_attempt_at <= now() and not ${isClaimed}
      order by d.next_attempt_at, d.id limit $3 for update skip locked
    ) d
  ), claimed as (
    update webhook_delivery d
    set claimed_until = now() + make_interval(secs => $4), next_attempt_at = now() + make_interval(secs => $4)
    from picked p where d.workspace_id = p.workspace_id and d.id = p.id
    returning d.*
  )
  select c.workspace_id as "workspaceId", c.id, c.endpoint_id as "endpointId", c.event_id as "eventId", c.event, c.body,
    c.attempt, c.claimed_until as "claimedUntil", o.created_at as "eventAt", o.changed_fields as "changedFields",
    o.previous_status as "previousStatus", o.payload::text as payload, v.document
  from claimed c
  left join outbox o on o.workspace_id = c.workspace_id and o.id = c.event_id
  left join product_version v
    on v.workspace_id = o.workspace_id and v.product_id = o.subject_id and v.version = o.subject_version
  order by c.id`;

const release = `
  update webhook_delivery d set claimed_until = null, next_attempt_at = now()
  from jsonb_to_recordset($1::jsonb) as r ("workspaceId" uuid, id uuid, "claimedUntil" timestamptz)
  where d.workspace_id = r."workspaceId" and d.id = r.id and d.claimed_until = r."claimedUntil"`;

/** Takes what is due. A claim that is not used up ends by itself, so a process may die with it. */
export async function claimDue(database: Database, request: ClaimRequest): Promise<Claim[]> {
  const { failing, endpoints, perEndpoint, leaseSeconds } = request;
  return database.transaction(async (tx) => {
    const locked = await tx.query<ClaimedEndpoint>(lockEndpoints, [failing, endpoints], 'webhooks.lock-endpoints');
    if (locked.rows.length === 0) return [];
    const workspaces = locked.rows.map((row) => row.workspaceId);
    const ids = locked.rows.map((row) => row.id);
    const values = [workspaces, ids, failing ? 1 : perEndpoint, leaseSeconds];
    const { rows } = await tx.query<ClaimedDelivery>(claimDeliveries, values, 'webhooks.claim');
    const claimed = Map.groupBy(rows, (row) => row.endpointId);
    return locked.rows.flatMap((endpoint) => {
      const deliveries = claimed.get(endpoint.id);
      return deliveries === undefined ? [] : [{ endpoint, failing, deliveries }];
    });
  });
}

/** Gives back what was not attempted: it is due at once, for whoever comes. */
export async function releaseClaims(database: Database, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ workspaceId, id, claimedUntil }) => ({ workspaceId, id, claimedUntil }));
  await database.query(release, [JSON.stringify(rows)], 'webhooks.release');
}
