import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { DeliveryErrorReason, DeliveryStatus, WebhookAttempt } from '@product-content/contract';

/** The delivery of an event to one endpoint. */
export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    endpointId: p.uuid(),
    eventId: p.uuid(),
    event: p.text(),
    /** The envelope of an event that is not in the outbox: a test. */
    body: p.text().strictNullable(),
    status: p.text().$type<DeliveryStatus>().default('pending'),
    /** Number of attempts. */
    attempt: p.integer().default(0),
    /** When the last attempt ended. */
    attemptedAt: p.datetime(3).strictNullable(),
    /** When it is due; null unless it is pending. */
    nextAttemptAt: p.datetime(3).strictNullable(),
    /** Of the last attempt, like the three below. */
    responseStatus: p.smallint().strictNullable(),
    errorReason: p.text().$type<DeliveryErrorReason>().strictNullable(),
    durationMs: p.integer().strictNullable(),
    responseBody: p.text().strictNullable(),
    /**
     * The attempts before the last one, oldest first; null when there are none. `finishedAt` has PostgreSQL's format.
     */
    earlierAttempts: p.json().$type<WebhookAttempt[]>().strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type WebhookDeliveryRow = InferEntity<typeof WebhookDeliveryEntity>;

/** Deliveries of an endpoint created in one hour, by current state, and the attempts that ended in that hour. */
export const WebhookDeliveryCountEntity = defineEntity({
  name: 'WebhookDeliveryCount',
  tableName: 'webhook_delivery_count',
  properties: {
    workspaceId: p.uuid().primary(),
    endpointId: p.uuid().primary(),
    hour: p.datetime(0).primary(),
    /** Pending, without an attempt so far. */
    waiting: p.integer().default(0),
    /** Pending after a failure. */
    retrying: p.integer().default(0),
    succeeded: p.integer().default(0),
    failed: p.integer().default(0),
    discarded: p.integer().default(0),
    /** Attempts that ended in this hour and failed, whenever their deliveries were created. */
    failedAttempts: p.integer().default(0),
    lastAttemptAt: p.datetime(3).strictNullable(),
    lastSuccessAt: p.datetime(3).strictNullable(),
    /** Of the last attempt in this hour, like the one below. */
    lastStatus: p.smallint().strictNullable(),
    lastError: p.text().$type<DeliveryErrorReason>().strictNullable(),
  },
});

/** The position up to which the events of a workspace have become deliveries. */
export const WebhookRelayEntity = defineEntity({
  name: 'WebhookRelay',
  tableName: 'webhook_relay',
  properties: {
    workspaceId: p.uuid().primary(),
    settledAfter: p.bigint('number'),
    eventId: p.uuid(),
  },
});
