import type {
  DeliveredEventType,
  SubscriptionName,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookStats,
} from '@product-content/contract';
import { encodeId } from '../../../kernel/index.ts';
import type { ListedDelivery } from '../webhook.statements.ts';
import type { WebhookDeliveryRow } from '../webhook-delivery.entity.ts';
import type { WebhookEndpointRow } from '../webhook-endpoint.entity.ts';
import type { DeliveryStats } from './webhook-deliveries.repository.ts';

/** The columns of an endpoint that are shown. */
export type ShownEndpoint = Omit<
  WebhookEndpointRow,
  'workspaceId' | 'secret' | 'previousSecret' | 'afterTransaction' | 'attemptsAfter' | 'claimedUntil'
>;

/** An endpoint as the API shows it, never with its secrets. */
export function toWebhook(row: ShownEndpoint, now: Date): Webhook {
  const { previousSecretUntil: until } = row;
  return {
    id: encodeId('webhook', row.id),
    url: row.url,
    events: row.events as SubscriptionName[],
    description: row.description,
    active: row.status === 'active',
    status: row.status,
    signatureScheme: row.signatureScheme,
    secretPreview: row.secretPreview,
    previousSecretUntil: until !== null && until > now ? until.toISOString() : null,
    consecutiveFailures: row.consecutiveFailures,
    disabledReason: row.disabledReason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The statistics of an endpoint; undefined stands for no deliveries. */
export function toStats(stats: DeliveryStats | undefined): WebhookStats {
  return {
    delivered: stats?.delivered ?? 0,
    failed: stats?.failed ?? 0,
    pending: stats?.pending ?? 0,
    lastDeliveryAt: stats?.lastDeliveryAt?.toISOString() ?? null,
    lastSuccessAt: stats?.lastSuccessAt?.toISOString() ?? null,
    lastStatus: stats?.lastStatus ?? null,
    lastError: stats?.lastError ?? null,
  };
}

/** A delivery as the API shows it. */
export function toDelivery(row: ListedDelivery): WebhookDelivery {
  const waits = row.status === 'pending' && row.attempt > 0;
  return {
    id: encodeId('delivery', row.id),
    eventId: encodeId('event', row.eventId),
    event: row.event as DeliveredEventType,
    attempt: row.attempt,
    status: row.status,
    responseStatus: row.responseStatus,
    errorReason: row.errorReason,
    durationMs: row.durationMs,
    nextRetryAt: waits ? (row.nextAttemptAt?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A delivery with its attempts as the API shows them. */
export function toDeliveryDetail(row: WebhookDeliveryRow): WebhookDeliveryDetail {
  const earlier = (row.earlierAttempts ?? []).map((attempt) => ({
    ...attempt,
    finishedAt: new Date(attempt.finishedAt).toISOString(),
  }));
  return { ...toDelivery(row), attempts: [...earlier, ...toLastAttempt(row)] };
}

/** Empty if the delivery was not attempted, or was discarded: then the row holds no attempt. */
function toLastAttempt(row: WebhookDeliveryRow): WebhookAttempt[] {
  const { attempt, status, attemptedAt, responseStatus, errorReason, durationMs, responseBody } = row;
  if (attempt === 0 || status === 'discarded' || attemptedAt === null) return [];
  const finishedAt = attemptedAt.toISOString();
  return [{ attempt, finishedAt, responseStatus, errorReason, durationMs: durationMs ?? 0, responseBody }];
}
