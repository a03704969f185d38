import type { Operation, Parameter, PathItem } from './document.ts';
import { createMediaType } from './operation/media-types.ts';
import type { WebhookDescription } from './options.ts';
import type { SchemaRegistry } from './schemas/schema-registry.ts';

/** The `webhooks` section: what a subscriber's endpoint receives, by event name. */
export function createWebhooks(
  webhooks: Readonly<Record<string, WebhookDescription>>,
  registry: SchemaRegistry,
): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(webhooks).map(([event, webhook]) => [event, { post: createDelivery(event, webhook, registry) }]),
  );
}

function createDelivery(event: string, webhook: WebhookDescription, registry: SchemaRegistry): Operation {
  const parameters = Object.entries(webhook.headers ?? {}).map(
    ([name, { description, schema = { type: 'string' } }]): Parameter => ({
      name,
      in: 'header',
      description,
      required: true,
      schema,
    }),
  );
  const where = `webhook ${event}`;
  return {
    operationId: `webhook.${event}`,
    summary: webhook.summary,
    ...(webhook.description !== undefined && { description: webhook.description }),
    ...(parameters.length > 0 && { parameters }),
    requestBody: {
      required: true,
      content: { 'application/json': createMediaType(webhook.schema, { direction: 'output', where }, registry) },
    },
    responses: { '2XX': { description: 'Received. Any other answer is a failed delivery.' } },
    security: [],
  };
}
