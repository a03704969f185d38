import { code, toPage, toTable } from '../markdown.ts';
import type { WebhookDescription } from '../options.ts';
import { isRecord, type JsonSchema, toJsonSchema } from '../schemas/index.ts';

/**
 * The events of a service as a Markdown page: when each is sent, its `data`, and the header fields of its delivery.
 *
 * @param introduction text about all of them, as Markdown.
 *
 * @example
 * await writeFile('docs/reference/events.md', createEventReference(options.webhooks, 'Kept for 30 days.'));
 */
export function createEventReference(
  events: Readonly<Record<string, WebhookDescription>>,
  introduction: string,
): string {
  const rows = Object.entries(events).map(([name, event]) => {
    const { root, definitions } = toJsonSchema(event.schema, { direction: 'output', text: false, where: name });
    const envelope = resolve(root, definitions);
    const note = envelope.description === `${event.summary}.` ? '' : (envelope.description ?? '');
    return [code(name), event.summary, describeData(propertiesOf(envelope).data ?? {}), note];
  });
  const headers = new Map(Object.values(events).flatMap((event) => Object.entries(event.headers ?? {})));
  return toPage(
    'Events',
    introduction,
    toTable(['Event', 'When', '`data`', 'Note'], rows as string[][]),
    ...(headers.size === 0 ? [] : ['## Header fields of a delivery', describeHeaders(headers)]),
  );
}

function describeHeaders(headers: ReadonlyMap<string, { readonly description: string }>): string {
  return toTable(
    ['Field', 'Value'],
    [...headers].map(([name, { description }]) => [code(name), description]),
  );
}

/** A record by its name in the OpenAPI document, anything else by its members. */
function describeData(data: JsonSchema): string {
  const name = referredBy(data);
  if (name !== null) return `the ${code(name)}`;
  // All alternatives have these members.
  const [shape = data] = Array.isArray(data.oneOf) ? (data.oneOf as JsonSchema[]) : [];
  return Object.entries(propertiesOf(shape))
    .map(([member, schema]) => {
      const record = referredBy(schema);
      return record === null ? code(member) : `${code(member)}: ${code(record)}`;
    })
    .join(', ');
}

function referredBy({ $ref }: JsonSchema): string | null {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null;
}

function resolve(schema: JsonSchema, definitions: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const name = referredBy(schema);
  return name === null ? schema : (definitions.get(name) ?? schema);
}

function propertiesOf({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return isRecord(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {};
}
