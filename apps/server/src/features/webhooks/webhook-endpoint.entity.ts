import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { WebhookSignatureScheme, WebhookStatus } from '@product-content/contract';

/** A webhook endpoint. Its secrets are stored encrypted. */
export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    url: p.text(),
    /** Names of events; a single `*` stands for all. */
    events: p.array().columnType('text[]'),
    description: p.text().strictNullable(),
    status: p.text().$type<WebhookStatus>().default('active'),
    disabledReason: p.text().strictNullable(),
    signatureScheme: p.text().$type<WebhookSignatureScheme>().default('timestamped'),
    secret: p.blob(),
    /** Signs beside `secret` until `previousSecretUntil`. */
    previousSecret: p.blob().strictNullable(),
    previousSecretUntil: p.datetime(3).strictNullable(),
    secretPreview: p.text(),
    consecutiveFailures: p.integer().default(0),
    /** After a failure: no attempts before this time. */
    attemptsAfter: p.datetime(3).strictNullable(),
    /** A process is sending to it until this time, and no other one does; null when none is. */
    claimedUntil: p.datetime(3).strictNullable(),
    /**
     * The transaction that registered it, set by the database: it receives events whose `settledAfter` is not lower.
     */
    afterTransaction: p.bigint('number').defaultRaw('((pg_current_xact_id())::text)::bigint'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type WebhookEndpointRow = InferEntity<typeof WebhookEndpointEntity>;
