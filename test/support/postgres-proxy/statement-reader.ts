/** Bytes to pass on, and what they are. */
export interface Passage {
  readonly bytes: Buffer;
  /** `begin` and `end` are the statements around a transaction; `other` is no statement at all. */
  readonly kind: 'begin' | 'statement' | 'end' | 'other';
}

/** The type bytes of the frontend messages that belong together until Sync. */
const partsOfStatement = new Set([...'PBDEC'].map((letter) => letter.charCodeAt(0)));
const sync = 'S'.charCodeAt(0);
const simpleQuery = 'Q'.charCodeAt(0);

/**
 * Cuts what a client sends to PostgreSQL (PostgreSQL documentation, "Message Formats") into statements: a simple
 * Query, or the messages of the extended protocol up to and including Sync. Everything else passes at once.
 */
export class StatementReader {
  #rest: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #started = false;

  *read(chunk: Buffer): Generator<Passage> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (let message = this.#take(); message !== null; message = this.#take()) {
      if (partsOfStatement.has(message.type)) {
        this.#parts.push(message.bytes);
      } else if (message.type === sync) {
        yield { bytes: Buffer.concat([...this.#parts, message.bytes]), kind: 'statement' };
        this.#parts = [];
      } else {
        yield { bytes: message.bytes, kind: message.type === simpleQuery ? kindOf(message.bytes) : 'other' };
      }
    }
  }

  #take(): { type: number; bytes: Buffer } | null {
    // The first message of a connection has no type.
    const lengthAt = this.#started ? 1 : 0;
    if (this.#rest.length < lengthAt + 4) return null;
    const end = lengthAt + this.#rest.readUInt32BE(lengthAt);
    if (this.#rest.length < end) return null;
    const bytes = this.#rest.subarray(0, end);
    const type = this.#started ? (bytes[0] ?? 0) : 0;
    this.#rest = this.#rest.subarray(end);
    this.#started = true;
    return { type, bytes };
  }
}

/** What runs a transaction sends these alone, without parameters. */
function kindOf(query: Buffer): 'begin' | 'statement' | 'end' {
  const text = query.toString('utf8', 5, query.length - 1).toLowerCase();
  if (text === 'begin') return 'begin';
  return text === 'commit' || text === 'rollback' ? 'end' : 'statement';
}
