/** Names of the header fields a delivery carries. Field names are case-insensitive (RFC 9110 §5.1). */
export interface WebhookHeaderNames {
  /** `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`: the only field that is trusted. */
  readonly signature: string;
  /** Unix seconds, the `t` of the signature. Not signed by itself: read the verified `timestamp` instead. */
  readonly timestamp: string;
  /** The event's name. Not signed: decide by the `type` of the body. */
  readonly event: string;
  /** The delivery's id, the same for all its attempts. Not signed: de-duplicate by the `id` of the body. */
  readonly delivery: string;
}

/** The default header names. */
export const webhookHeaderNames: WebhookHeaderNames = {
  signature: 'X-Webhook-Signature',
  timestamp: 'X-Webhook-Timestamp',
  event: 'X-Webhook-Event',
  delivery: 'X-Webhook-Delivery',
};

/** The header names of Standard Webhooks. They are fixed. */
export const standardHeaderNames = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** Header fields as a runtime provides them: Fetch's `Headers`, Node's `IncomingHttpHeaders`, or a plain record. */
export type HeaderFields =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The value of a field; its name is case-insensitive. Repeated fields are joined by a comma (RFC 9110 §5.2).
 *
 * @returns null when the field is absent or empty.
 */
export function readHeader(headers: HeaderFields, name: string): string | null {
  const value = isLookup(headers) ? headers.get(name) : collect(headers, name.toLowerCase());
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function isLookup(headers: HeaderFields): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function collect(headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string): string {
  const values = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  return values
    .flatMap(([, value]) => value ?? [])
    .filter((value) => typeof value === 'string')
    .join(', ');
}
