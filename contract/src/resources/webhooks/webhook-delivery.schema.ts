import { pageQuery } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { idOf, RefSchema } from '../../values/identifiers.ts';
import { TimestampSchema } from '../../values/locale.ts';
import { WebhookPathSchema } from './webhook.schema.ts';
import { attemptResponseBytes, deliveredEventTypes, deliveryErrorReasons, deliveryStatuses } from './webhook-values.ts';

const responseStatus = z.int().nullable().describe('The status of the response; null when there was none.');

const errorReason = z.enum(deliveryErrorReasons).nullable();

const durationMs = z.int().min(0);

const example = {
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
};

/** The delivery of an event to one endpoint, with the outcome of its last attempt. */
export const WebhookDeliverySchema = z
  .object({
    id: idOf('delivery').describe('`X-CL-Delivery` of each of its attempts.'),
    eventId: idOf('event').describe('`id` of the envelope.'),
    event: z.enum(deliveredEventTypes).describe('Name of the event.'),
    attempt: z.int().min(0).describe('Number of attempts made.'),
    status: z
      .enum(deliveryStatuses)
      .describe(
        '`pending`: it will be sent, for the first time or again. `succeeded`: the last attempt succeeded. `failed`: every attempt failed and there are no more. `discarded`: the event was no longer kept when its attempt was due.',
      ),
    responseStatus: responseStatus.describe(
      'The status of the response to the last attempt; null when there was none.',
    ),
    errorReason: errorReason.describe(
      'Why the last attempt failed; null when it succeeded. `timeout`: no whole response within 10 seconds. `dns`: the name has no address. `tls`: no secure connection, for example because the certificate is not valid. `connection_refused`: no connection, a connection that broke off, or a response that is not HTTP. `blocked_address`: the name leads to an address that is not public. `redirect`, `http_4xx`, `http_5xx`: the status.',
    ),
    durationMs: durationMs.nullable().describe('Duration of the last attempt.'),
    nextRetryAt: TimestampSchema.nullable().describe('When it is sent again; null before the first attempt, too.'),
    createdAt: TimestampSchema,
  })
  .meta({ id: 'WebhookDelivery', description: 'The delivery of an event to one endpoint.', examples: [example] });

/** One request to an endpoint, even if it could not be sent. */
export const WebhookAttemptSchema = z
  .object({
    attempt: z.int().min(1).describe('Its number within the delivery.'),
    finishedAt: TimestampSchema.describe('When the response was read, or the attempt had failed.'),
    responseStatus,
    errorReason: errorReason.describe('Why it failed, as in the delivery; null when it succeeded.'),
    durationMs: durationMs.describe('From looking up the name of the host to the end of the response.'),
    responseBody: z
      .string()
      .nullable()
      .describe(
        `The first ${attemptResponseBytes} bytes of the response's body, read as UTF-8: NUL characters and bytes that are not UTF-8 are shown as U+FFFD. Null when there was no response. It comes from the receiver: show it as plain text, never as HTML.`,
      ),
  })
  .meta({ id: 'WebhookAttempt', description: 'One request that was sent to an endpoint, or that could not be sent.' });

/** A delivery with all its attempts. */
export const WebhookDeliveryDetailSchema = WebhookDeliverySchema.extend({
  attempts: z.array(WebhookAttemptSchema).describe('Oldest first.'),
}).meta({
  id: 'WebhookDeliveryDetail',
  description: 'A delivery with all its attempts.',
  examples: [
    {
      ...example,
      attempt: 2,
      status: 'succeeded',
      responseStatus: 200,
      errorReason: null,
      durationMs: 35,
      nextRetryAt: null,
      attempts: [
        {
          attempt: 1,
          finishedAt: '2026-01-31T09:30:00.042Z',
          responseStatus: 503,
          errorReason: 'http_5xx',
          durationMs: 42,
          responseBody: 'The database is being restarted.',
        },
        {
          attempt: 2,
          finishedAt: '2026-01-31T09:31:02.035Z',
          responseStatus: 200,
          errorReason: null,
          durationMs: 35,
          responseBody: '{"received":true}',
        },
      ],
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
export type WebhookAttempt = z.output<typeof WebhookAttemptSchema>;
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetailSchema>;
export type WebhookDeliveryListQuery = z.output<typeof WebhookDeliveryListQuerySchema>;
