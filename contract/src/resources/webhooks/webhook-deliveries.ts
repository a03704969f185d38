import { z } from 'zod';
import { idOf } from '../../values/identifiers.ts';
import { TimestampSchema } from '../../values/locale.ts';
import { EventSchema } from '../events/event.schema.ts';
import { eventAccess } from '../events/event-access.ts';
import { type EventType, eventSummaries } from '../events/event-types.ts';
import { type DeliveredEventType, deliveredEventTypes, testEventType } from './webhook-values.ts';

/** The envelope of a test event. */
export const WebhookTestEventSchema = z
  .object({
    id: idOf('event').describe('Unique for each event.'),
    type: z.literal(testEventType),
    createdAt: TimestampSchema,
    workspaceId: idOf('workspace'),
    data: z.object({ message: z.string().describe('Says that this is a test.') }).describe('What a test says.'),
  })
  .meta({
    id: 'WebhookTestEvent',
    description: 'A test of an endpoint, sent on request.',
    examples: [
      {
        id: 'evt_01k9f2v6m8e5fa1s3tqzc7d4xm',
        type: testEventType,
        createdAt: '2026-01-31T09:30:00.000Z',
        workspaceId: 'wsp_01k9f2v6m8e5fa1s3tqzc7d4xg',
        data: { message: 'This is a test.' },
      },
    ],
  });

export type WebhookTestEvent = z.output<typeof WebhookTestEventSchema>;

const envelopes = new Map<DeliveredEventType, z.ZodType>([
  ...EventSchema.options.map((schema): [EventType, z.ZodType] => [schema.shape.type.value, schema]),
  [testEventType, WebhookTestEventSchema],
]);

/** Names of the header fields of every delivery. */
export const webhookHeaders = {
  event: 'X-CL-Event',
  delivery: 'X-CL-Delivery',
  timestamp: 'X-CL-Timestamp',
  signature: 'X-CL-Signature',
} as const;

const headers = {
  [webhookHeaders.event]: { description: 'Name of the event, as `type` in the body.' },
  [webhookHeaders.delivery]: { description: 'Id of the delivery, the same for all its attempts.' },
  [webhookHeaders.timestamp]: {
    description: 'Unix seconds of this attempt. With `signatureScheme: timestamped`.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    required: false,
  },
  [webhookHeaders.signature]: {
    description:
      'With `signatureScheme: timestamped`. `t=<unix_seconds>,v1=<hex_hmac>`, with one `v1` for each active secret. A `v1` is HMAC-SHA-256 with the secret over `<t>.<raw body>`, in hexadecimal. Accept when one equals yours, compared in constant time, and `t` is within 5 minutes of your clock.',
    required: false,
  },
  'webhook-id': {
    description: 'Id of the event, as `id` in the body. With `signatureScheme: standard_webhooks`.',
    required: false,
  },
  'webhook-timestamp': {
    description: 'Unix seconds of this attempt. With `signatureScheme: standard_webhooks`.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    required: false,
  },
  'webhook-signature': {
    description:
      'With `signatureScheme: standard_webhooks`. `v1,<base64_hmac>`, with one `v1` for each active secret, separated by spaces. A `v1` is HMAC-SHA-256 with the secret, decoded from base64 after its `whsec_`, over `<webhook-id>.<webhook-timestamp>.<raw body>`, in base64.',
    required: false,
  },
} as const;

const description =
  'Respond with any 2xx within 10 seconds; anything else, including a redirect, is retried. An event may come more than once and out of order: remember the envelope’s `id`, compare `data.product.version`.';

/** The `webhooks` section of the API description: what an endpoint receives, by event. */
export const webhookDeliveries = Object.fromEntries(
  deliveredEventTypes.map((type) => {
    const schema = envelopes.get(type);
    if (schema === undefined) throw new TypeError(`The event ${type} has no envelope.`);
    const summary = type === testEventType ? 'A test was sent from the API' : eventSummaries[type];
    const anyScopes = type === testEventType ? undefined : eventAccess[type];
    return [type, { summary, description, schema, headers, ...(anyScopes && { anyScopes }) }];
  }),
);
