import type { Operation, Parameter, PathItem, Reference } from './document.ts';
import { createMediaType } from './operation/media-types.ts';
import type { WebhookDescription } from './options.ts';
import { fingerprint } from './schemas/json-schema.ts';
import type { SchemaRegistry } from './schemas/schema-registry.ts';

type Webhooks = Readonly<Record<string, WebhookDescription>>;

export interface WebhooksSection {
  readonly webhooks: Readonly<Record<string, PathItem>>;
  /** Delivery headers that several events share. */
  readonly parameters: Readonly<Record<string, Parameter>>;
}

/** The `webhooks` section: what a subscriber's endpoint receives, by event name, under the tag of the operations on webhooks. */
export function createWebhooks(webhooks: Webhooks, registry: SchemaRegistry, tag = 'webhooks'): WebhooksSection {
  const shared = sharedHeaders(webhooks);
  const entries = Object.entries(webhooks).map(([event, webhook]) => {
    const parameters = parametersOf(webhook).map((parameter) =>
      shared.has(parameter.name) ? { $ref: `#/components/parameters/${parameter.name}` } : parameter,
    );
    return [event, { post: createDelivery(event, webhook, parameters, { registry, tag }) }] as const;
  });
  return { webhooks: Object.fromEntries(entries), parameters: Object.fromEntries(shared) };
}

function createDelivery(
  event: string,
  { summary, description, schema }: WebhookDescription,
  parameters: readonly (Parameter | Reference)[],
  { registry, tag }: { readonly registry: SchemaRegistry; readonly tag: string },
): Operation {
  const place = { direction: 'output', where: `webhook ${event}` } as const;
  return {
    operationId: `webhook.${event}`,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    requestBody: { required: true, content: { 'application/json': createMediaType(schema, place, registry) } },
    responses: { '2XX': { description: 'Received. Any other response is a failed delivery.' } },
    security: [],
  };
}

/** Headers that occur more than once with equal definitions. */
function sharedHeaders(webhooks: Webhooks): Map<string, Parameter> {
  const all = Map.groupBy(Object.values(webhooks).flatMap(parametersOf), ({ name }) => name);
  const equal = [...all].filter(([, uses]) => uses.length > 1 && new Set(uses.map(fingerprint)).size === 1);
  return new Map(equal.map(([name, uses]) => [name, uses[0] as Parameter]));
}

function parametersOf({ headers = {} }: WebhookDescription): Parameter[] {
  return Object.entries(headers).map(([name, { description, schema = { type: 'string' }, required = true }]) => ({
    name,
    in: 'header',
    description,
    required,
    schema,
  }));
}
