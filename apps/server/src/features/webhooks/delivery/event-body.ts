import { encodeId } from '../../../kernel/index.ts';
import { type EventRow, toEnvelope } from '../../events/index.ts';

/** What the body of a delivery is made of. */
export interface EventTexts extends Omit<EventRow, 'id' | 'type' | 'createdAt'> {
  readonly workspaceId: string;
  readonly eventId: string;
  readonly event: string;
  /** Null when the event is no longer kept. */
  readonly eventAt: Date | null;
  /** The envelope of an event that is not stored with the others: a test. */
  readonly body: string | null;
}

const encoder = new TextEncoder();

/** The body that the deliveries of an event share. It takes the place of its texts when the first of them is sent. */
export class EventBody {
  #content: EventTexts | Uint8Array | null;

  constructor(texts: EventTexts) {
    this.#content = texts;
  }

  /** Null when the event is no longer kept: there is nothing to send. */
  get bytes(): Uint8Array | null {
    if (this.#content === null || this.#content instanceof Uint8Array) return this.#content;
    const text = toText(this.#content);
    this.#content = text === null ? null : encoder.encode(text);
    return this.#content;
  }
}

function toText({ body, eventAt, eventId, event, workspaceId, ...rest }: EventTexts): string | null {
  if (body !== null) return body;
  if (eventAt === null) return null;
  const type = event as EventRow['type'];
  return toEnvelope({ ...rest, id: eventId, type, createdAt: eventAt }, encodeId('workspace', workspaceId));
}
