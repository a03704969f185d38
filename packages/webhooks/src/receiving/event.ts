/**
 * The envelope of an event: the fields that every sender sends. A sender may add fields; declare their type and schema
 * with the `parse` option of the receiver.
 */
export interface WebhookEvent<Data = unknown> {
  /** The same in every delivery of this event: receivers de-duplicate by it. */
  readonly id: string;
  /** The event's name, such as `order.paid`. */
  readonly type: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly data: Data;
}

/** The minimum a receiver needs of an event with another envelope. */
export interface IdentifiedEvent {
  readonly id: string;
}

const textFields = ['id', 'type', 'createdAt'] as const;

/**
 * Checks the envelope, not its data. Further fields are kept.
 *
 * @throws TypeError naming what is missing.
 */
export function parseWebhookEvent(value: unknown): WebhookEvent {
  if (typeof value !== 'object' || value === null) throw new TypeError('The body is not an event: not a JSON object.');
  const fields = value as Readonly<Record<string, unknown>>;
  const missing = textFields.find((name) => !isText(fields, name));
  if (missing !== undefined) throw new TypeError(`The body is not an event: ${missing} is not a string.`);
  if (!Object.hasOwn(fields, 'data')) throw new TypeError('The body is not an event: data is missing.');
  return value as WebhookEvent;
}

function isText(fields: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(fields, name) && typeof fields[name] === 'string' && fields[name] !== '';
}
