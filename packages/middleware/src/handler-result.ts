/** Header fields of a response. A list is sent as a line for each value: two `Set-Cookie` are two. */
export type HandlerHeaders = Readonly<Record<string, string | readonly string[]>>;

/** The result of a handler, before the policies add their headers. */
export interface HandlerResult {
  readonly status: number;
  readonly headers?: HandlerHeaders;
  /** A JSON value, a {@link JsonText}, bytes, a stream, a `FileBody`; undefined for a response without a body. */
  readonly body: unknown;
}

/**
 * A body that is already JSON text: it is sent unchanged, without parsing, hashing or serializing. Bytes are faster,
 * because a string has to be encoded.
 */
export class JsonText {
  readonly content: string | Uint8Array;

  constructor(content: string | Uint8Array) {
    this.content = content;
  }

  /** The text, decoded when it was made from bytes. */
  get text(): string {
    return typeof this.content === 'string' ? this.content : Buffer.from(this.content).toString('utf8');
  }

  /** Lets `JSON.stringify` of a tree that contains one return the value instead of the wrapper. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * Types JSON text as its value, so that a handler of the contract may return it. It is trusted: undeclared fields are
 * not removed.
 *
 * @example
 * return { status: 200, body: preRendered<TodoBody>(`{"data":${row.document}}`) };
 */
export function preRendered<T>(json: string | Uint8Array): T {
  return new JsonText(json) as T;
}
