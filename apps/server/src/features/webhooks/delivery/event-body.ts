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

/** The body that the deliveries of an event share: made when the first of them is sent. */
export class EventBody {
  readonly #texts: EventTexts;
  #bytes: Uint8Array | null | undefined;

  constructor(texts: EventTexts) {
    this.#texts = texts;
  }

  /** Null when the event is no longer kept: there is nothing to send. */
  get bytes(): Uint8Array | null {
    if (this.#bytes === undefined) {
      const text = toText(this.#texts);
      this.#bytes = text === null ? null : encoder.encode(text);
    }
    return this.#bytes;
  }
}

function toText({ body, eventAt, eventId, event, workspaceId, ...rest }: EventTexts): string | null {
  if (body !== null) return body;
  if (eventAt === null) return null;
  const type = event as EventRow['type'];
  return toEnvelope({ ...rest, id: eventId, type, createdAt: eventAt }, encodeId('workspace', workspaceId));
}
