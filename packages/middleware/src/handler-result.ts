/** Header fields of a response. A list is sent as a line for each value: two `Set-Cookie` are two. */
export type HandlerHeaders = Readonly<Record<string, string | readonly string[]>>;

/** What a handler responds with, before the policies add their headers. */
export interface HandlerResult {
  readonly status: number;
  readonly headers?: HandlerHeaders;
  /** A JSON value, a {@link JsonText}, bytes, a stream, a `FileBody`; undefined for a response without a body. */
  readonly body: unknown;
}

/**
 * A body that is JSON text already: it is written as it is, without parsing, hashing or serializing. Bytes are
 * the faster form, because a string is encoded once more on its way out.
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

  /** So that `JSON.stringify` of a tree holding one gives the value and not the wrapper. */
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
