import type { SavedTrace } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import { claimDeliveries } from '../webhook-delivery.sql.ts';
import type { WebhookEndpointRow } from '../webhook-endpoint.entity.ts';
import { lockEndpoints, releaseEndpoint } from '../webhook-endpoint.sql.ts';
import { EventBody, type EventTexts } from './event-body.ts';

/** A delivery to be attempted. */
export interface ClaimedDelivery {
  readonly workspaceId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: string;
  readonly body: EventBody;
  /** The trace of the change behind the event. */
  readonly trace: SavedTrace | null;
  /** Number of earlier attempts. */
  readonly attempt: number;
  /** When it was last changed: later, if its owner requests the next attempt while this one is running. */
  readonly updatedAt: Date;
  /** Approximate bytes of this body and those before it. */
  readonly bytes: number;
}

/** An endpoint with what is needed to send to it; its secrets are encrypted. */
export type ClaimedEndpoint = Pick<
  WebhookEndpointRow,
  'workspaceId' | 'id' | 'url' | 'signatureScheme' | 'secret' | 'previousSecret' | 'previousSecretUntil'
>;

/** An endpoint that only this process may send to until the claim expires, and its oldest deliveries. */
export interface Claim {
  readonly endpoint: ClaimedEndpoint;
  /** The last attempt failed: there is only one delivery, whose outcome changes the endpoint's counter. */
  readonly failing: boolean;
  readonly claimedUntil: Date;
  readonly deliveries: readonly ClaimedDelivery[];
  /** Approximate bytes of all bodies. */
  readonly bytes: number;
}

export interface ClaimRequest {
  /** True for endpoints whose last attempt failed, false for the others. */
  readonly failing: boolean;
  /** Maximum number of endpoints. */
  readonly endpoints: number;
  /** Maximum number of deliveries per endpoint. */
  readonly perEndpoint: number;
  /** Maximum bytes of bodies per endpoint; a single delivery may have more. */
  readonly bytesPerEndpoint: number;
  /** How long the claims last. */
  readonly leaseSeconds: number;
}

/** A row of {@link claimDeliveries}: the texts of an event are only in the first of its rows. */
type ClaimedRow = Omit<ClaimedDelivery, 'body'> & EventTexts & { readonly claimedUntil: Date };

/** Claims endpoints with due deliveries. An unused claim expires by itself, so a process may die while holding it. */
export async function claimDue(database: Database, request: ClaimRequest): Promise<Claim[]> {
  const { failing, endpoints, perEndpoint, bytesPerEndpoint, leaseSeconds } = request;
  return database.transaction(async (tx) => {
    const locked = (await tx.run(lockEndpoints, { failing, endpoints })) as ClaimedEndpoint[];
    if (locked.length === 0) return [];
    const rows = (await tx.run(claimDeliveries, {
      workspaceIds: locked.map((endpoint) => endpoint.workspaceId),
      endpointIds: locked.map(({ id }) => id),
      perEndpoint: failing ? 1 : perEndpoint,
      leaseSeconds,
      bytesPerEndpoint,
    })) as ClaimedRow[];
    const claimed = Map.groupBy(shareBodies(rows), (delivery) => delivery.endpointId);
    return locked.flatMap((endpoint) => {
      const deliveries = claimed.get(endpoint.id);
      if (deliveries === undefined) return [];
      const { claimedUntil } = rows[0] as ClaimedRow;
      return [
        { endpoint, failing, claimedUntil, deliveries, bytes: Math.max(...deliveries.map(({ bytes }) => bytes)) },
      ];
    });
  });
}

function shareBodies(rows: readonly ClaimedRow[]): ClaimedDelivery[] {
  const firsts = new Map<string, Pick<ClaimedDelivery, 'body' | 'trace'>>();
  return rows.map((row) => {
    const { workspaceId, id, endpointId, eventId, event, attempt, updatedAt, bytes } = row;
    const key = `${workspaceId} ${eventId}`;
    const first = row.body === null ? firsts.get(key) : undefined;
    const { body, trace } = first ?? { body: new EventBody(row), trace: row.trace };
    firsts.set(key, { body, trace });
    return { workspaceId, id, endpointId, eventId, event, body, trace, attempt, updatedAt, bytes };
  });
}

/** Releases an endpoint: its deliveries that were not attempted are due for any process. */
export async function releaseClaim(database: Database, { endpoint, claimedUntil }: Claim): Promise<void> {
  await database.run(releaseEndpoint, { workspaceId: endpoint.workspaceId, endpointId: endpoint.id, claimedUntil });
}
