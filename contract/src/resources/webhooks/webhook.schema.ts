import { secret } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { RefSchema, recordIdOf } from '../../values/identifiers.ts';
import { TimestampSchema } from '../../values/locale.ts';
import { plainText, webAddressPattern } from '../../values/text.ts';
import { isOptIn, optInNames } from '../events/event-types.ts';
import {
  allEvents,
  deliveryErrorReasons,
  type SubscriptionName,
  secretOverlapHours,
  signatureSchemes,
  subscriptionNames,
  switchOffFailures,
  webhookStatuses,
} from './webhook-values.ts';

const example = {
  id: 'whk_01k9f2v6m8e5fa1s3tqzc7d4xb',
  url: 'https://shop.example.com/hooks/products',
  events: ['product.updated', 'product.deleted'],
  description: 'Shop',
  active: true,
  status: 'active',
  signatureScheme: 'timestamped',
  secretPreview: 'whsec_…9f3c',
  previousSecretUntil: null,
  consecutiveFailures: 0,
  disabledReason: null,
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
};

const signatureScheme = z
  .enum(signatureSchemes)
  .describe(
    'How deliveries are signed. `timestamped`: `X-CL-Signature: t=…,v1=…`. `standard_webhooks`: `webhook-id`, `webhook-timestamp` and `webhook-signature`, as https://www.standardwebhooks.com says. The secret serves both.',
  );

/** An endpoint to which events are sent. */
export const WebhookSchema = z
  .object({
    id: recordIdOf('webhook'),
    url: z.string().describe('Where events are sent.'),
    events: z
      .array(z.enum(subscriptionNames).meta({ id: 'SubscriptionName', description: 'Names a subscription may hold.' }))
      .describe(`Names of events, or \`${allEvents}\` for all but those that have to be named: ${optInNames}.`),
    description: z.string().nullable().describe('What the endpoint is for.'),
    active: z.boolean().describe('Whether deliveries are made: `status` is `active`.'),
    status: z
      .enum(webhookStatuses)
      .describe(`\`switched_off\` comes after ${switchOffFailures} failed attempts in a row.`),
    signatureScheme,
    secretPreview: z.string().describe('How the secret begins and ends.'),
    previousSecretUntil: TimestampSchema.nullable().describe(
      `Until when the secret before the last rotation signs too: ${secretOverlapHours} hours.`,
    ),
    consecutiveFailures: z.int().min(0).describe('Failed attempts since the last success.'),
    disabledReason: z.string().nullable().describe('Why it was switched off.'),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .meta({ id: 'Webhook', description: 'An endpoint that receives events.', examples: [example] });

/** A new endpoint with its secret, which is shown only once. */
export const WebhookWithSecretSchema = WebhookSchema.extend({
  secret: secret(z.string()).describe('Signs deliveries. Shown in this response only: keep it.'),
}).meta({
  id: 'WebhookWithSecret',
  description: 'An endpoint with its secret, which is shown once.',
  examples: [{ ...example, secret: `whsec_${'0123456789abcdef'.repeat(4)}`.replace(/cdef$/, '9f3c') }],
});

export const WebhookStatsSchema = z
  .object({
    delivered: z.int().min(0).describe('Deliveries that succeeded.'),
    failed: z
      .int()
      .min(0)
      .describe(
        'Attempts that failed: a delivery that succeeded at the third attempt counts 2 here and 1 in `delivered`.',
      ),
    pending: z.int().min(0).describe('Deliveries to be sent, for the first time or again.'),
    lastDeliveryAt: TimestampSchema.nullable().describe('When the last attempt ended.'),
    lastSuccessAt: TimestampSchema.nullable().describe('When the last attempt that succeeded ended.'),
    lastStatus: z
      .int()
      .nullable()
      .describe('The status of the response to the last attempt; null when there was no response.'),
    lastError: z
      .enum(deliveryErrorReasons)
      .meta({ id: 'DeliveryErrorReason', description: 'Why an attempt failed.' })
      .nullable()
      .describe('Why the last attempt failed; null when it succeeded.'),
  })
  .meta({
    id: 'WebhookStats',
    description:
      'The last 24 hours, from the beginning of the first of these hours: `delivered` and `pending` count the deliveries created in them, the others are about the attempts made in them.',
  });

/** An endpoint with statistics about its deliveries. */
export const WebhookWithStatsSchema = WebhookSchema.extend({ stats: WebhookStatsSchema }).meta({
  id: 'WebhookWithStats',
  description: 'An endpoint with statistics about its deliveries.',
  examples: [
    {
      ...example,
      stats: {
        delivered: 120,
        failed: 1,
        pending: 1,
        lastDeliveryAt: '2026-01-31T10:30:00.000Z',
        lastSuccessAt: '2026-01-31T10:30:00.000Z',
        lastStatus: 200,
        lastError: null,
      },
    },
  ],
});

const url = z.string().min(1).max(2048).meta({
  description: 'HTTPS; its host must not lead to a private or reserved address.',
  format: 'uri',
  pattern: webAddressPattern,
});

const events = z
  .array(z.enum(subscriptionNames, `Must be the name of an event, or "${allEvents}" for all.`))
  .min(1)
  .max(100)
  .transform((names): SubscriptionName[] => {
    const chosen = [...new Set(names)];
    return chosen.includes(allEvents) ? [allEvents, ...chosen.filter(isOptIn)] : chosen;
  })
  .describe(
    `Names of events, or \`${allEvents}\` for all, including those of later versions. ${optInNames} are sent only to an endpoint that names them, if need be in addition to \`${allEvents}\`.`,
  );

const description = plainText(500).nullable().optional().describe('What the endpoint is for.');

export const WebhookCreateSchema = z
  .strictObject({ url, events, description, signatureScheme: signatureScheme.optional().default('timestamped') })
  .meta({
    id: 'WebhookCreate',
    description: 'A webhook endpoint to create.',
    examples: [
      { url: example.url, events: example.events, description: example.description },
      { url: 'https://search.example.com/hooks', events: [allEvents], signatureScheme: 'standard_webhooks' },
    ],
  });

export const WebhookPatchSchema = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description,
    signatureScheme: signatureScheme.optional(),
    active: z.boolean().optional().describe('False pauses it. True resumes it, also after it was switched off.'),
  })
  .meta({
    id: 'WebhookPatch',
    description: 'Changes to a webhook endpoint. Properties that are not sent stay as they are.',
    examples: [{ active: true }, { events: ['product.deleted'] }],
  });

export const WebhookPathSchema = z.object({ id: RefSchema.describe('Id of the endpoint.') });

export type Webhook = z.output<typeof WebhookSchema>;
export type WebhookWithSecret = z.output<typeof WebhookWithSecretSchema>;
export type WebhookStats = z.output<typeof WebhookStatsSchema>;
export type WebhookWithStats = z.output<typeof WebhookWithStatsSchema>;
export type WebhookCreate = z.output<typeof WebhookCreateSchema>;
export type WebhookPatch = z.output<typeof WebhookPatchSchema>;
