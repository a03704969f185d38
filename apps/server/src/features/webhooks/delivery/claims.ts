import type { SavedTrace } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { EventRow } from '../../events/index.ts';
import { claimDeliveries, releaseDeliveries } from '../webhook-delivery.sql.ts';
import type { WebhookEndpointRow } from '../webhook-endpoint.entity.ts';
import { lockEndpoints } from '../webhook-endpoint.sql.ts';

/** A delivery that only this process may attempt until the claim expires. */
export interface ClaimedDelivery extends Omit<EventRow, 'id' | 'type' | 'createdAt'> {
  readonly workspaceId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: string;
  /** Null when the event is no longer kept. */
  readonly eventAt: Date | null;
  /** The trace of the change behind the event. */
  readonly trace: SavedTrace | null;
  /** The envelope of an event that is not stored with the others: a test. */
  readonly body: string | null;
  /** Number of earlier attempts. */
  readonly attempt: number;
  readonly claimedUntil: Date;
  /** Approximate bytes of this body and those before it. */
  readonly bytes: number;
}

/** An endpoint with what is needed to send to it; its secrets are encrypted. */
export type ClaimedEndpoint = Pick<
  WebhookEndpointRow,
  'workspaceId' | 'id' | 'url' | 'signatureScheme' | 'secret' | 'previousSecret' | 'previousSecretUntil'
>;

/** An endpoint and its claimed deliveries. No other process sends to it while one of its claims lasts. */
export interface Claim {
  readonly endpoint: ClaimedEndpoint;
  /** The last attempt failed: there is only one delivery, whose outcome changes the endpoint's counter. */
  readonly failing: boolean;
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

/** Claims due deliveries. An unused claim expires by itself, so a process may die while holding it. */
export async function claimDue(database: Database, request: ClaimRequest): Promise<Claim[]> {
  const { failing, endpoints, perEndpoint, bytesPerEndpoint, leaseSeconds } = request;
  return database.transaction(async (tx) => {
    const locked = (await tx.run(lockEndpoints, { failing, endpoints })) as ClaimedEndpoint[];
    if (locked.length === 0) return [];
    const rows = await tx.run(claimDeliveries, {
      workspaceIds: locked.map((endpoint) => endpoint.workspaceId),
      endpointIds: locked.map(({ id }) => id),
      perEndpoint: failing ? 1 : perEndpoint,
      leaseSeconds,
      bytesPerEndpoint,
    });
    const claimed = Map.groupBy(rows as ClaimedDelivery[], (row) => row.endpointId);
    return locked.flatMap((endpoint) => {
      const deliveries = claimed.get(endpoint.id);
      if (deliveries === undefined) return [];
      return [{ endpoint, failing, deliveries, bytes: Math.max(...deliveries.map(({ bytes }) => bytes)) }];
    });
  });
}

/** Releases deliveries that were not attempted: they are due immediately, for any process. */
export async function releaseClaims(database: Database, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ workspaceId, id, claimedUntil }) => ({ workspaceId, id, claimedUntil }));
  await database.run(releaseDeliveries, { deliveries: JSON.stringify(rows) });
}
