import { pageQuery } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { idOf, RefSchema } from '../../values/identifiers.ts';
import { TimestampSchema } from '../../values/locale.ts';
import { WebhookPathSchema } from './webhook.schema.ts';
import { deliveredEventTypes, deliveryErrorReasons, deliveryStatuses } from './webhook-values.ts';

/** An event on its way to one endpoint, and how its last attempt went. */
export const WebhookDeliverySchema = z
  .object({
    id: idOf('delivery').describe('`X-CL-Delivery` of each of its attempts.'),
    eventId: idOf('event').describe('`id` of the envelope.'),
    event: z.enum(deliveredEventTypes),
    attempt: z.int().min(0).describe('Attempts made.'),
    status: z
      .enum(deliveryStatuses)
      .describe('`failed`: every attempt failed. `discarded`: the event cannot be sent any more.'),
    responseStatus: z.int().nullable().describe('What the receiver answered; null when it did not.'),
    errorReason: z
      .enum(deliveryErrorReasons)
      .nullable()
      .describe(
        'Why the last attempt failed. `timeout`: no whole answer within 10 seconds. `dns`: the name has no address. `tls`: no secure connection, a certificate that is not valid included. `connection_refused`: no connection, one that broke off, or an answer that is not HTTP. `blocked_address`: the name leads to an address that is not public. `redirect`, `http_4xx`, `http_5xx`: the status.',
      ),
    durationMs: z.int().min(0).nullable().describe('How long the last attempt took.'),
    nextRetryAt: TimestampSchema.nullable().describe('When it is tried again.'),
    createdAt: TimestampSchema,
  })
  .meta({
    id: 'WebhookDelivery',
    examples: [
      {
        id: 'dlv_01k9f2v6m8e5fa1s3tqzc7d4xb',
        eventId: 'evt_01k9f2v6m8e5fa1s3tqzc7d4xm',
        event: 'product.updated',
        attempt: 1,
        status: 'pending',
        responseStatus: 503,
        errorReason: 'http_5xx',
        durationMs: 42,
        nextRetryAt: '2026-01-31T09:31:00.000Z',
        createdAt: '2026-01-31T09:30:00.000Z',
      },
    ],
  });

export const WebhookDeliveryPathSchema = WebhookPathSchema.extend({
  deliveryId: RefSchema.describe('Id of the delivery.'),
});

export const WebhookDeliveryListQuerySchema = z.strictObject({
  page: pageQuery().page,
  limit: pageQuery().limit,
  status: z.enum(deliveryStatuses).optional().describe('Only deliveries of this status.'),
});

export type WebhookDelivery = z.output<typeof WebhookDeliverySchema>;
export type WebhookDeliveryListQuery = z.output<typeof WebhookDeliveryListQuerySchema>;
