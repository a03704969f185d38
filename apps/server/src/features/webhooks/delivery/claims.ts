import type { SavedTrace } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { EventRow } from '../../events/index.ts';
import { claimDeliveries, releaseDeliveries } from '../webhook-delivery.sql.ts';
import type { WebhookEndpointRow } from '../webhook-endpoint.entity.ts';
import { lockEndpoints } from '../webhook-endpoint.sql.ts';

/** A delivery that is this process's to attempt until the claim ends. */
export interface ClaimedDelivery extends Omit<EventRow, 'id' | 'type' | 'createdAt'> {
  readonly workspaceId: string;
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: string;
  /** Null when the event is no longer kept. */
  readonly eventAt: Date | null;
  /** Of the change the event tells of. */
  readonly trace: SavedTrace | null;
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

/** Takes what is due. A claim that is not used up ends by itself, so a process may die with it. */
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

/** Gives back what was not attempted: it is due at once, for whoever comes. */
export async function releaseClaims(database: Database, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ workspaceId, id, claimedUntil }) => ({ workspaceId, id, claimedUntil }));
  await database.run(releaseDeliveries, { deliveries: JSON.stringify(rows) });
}
