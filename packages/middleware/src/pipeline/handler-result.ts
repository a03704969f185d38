/** What a handler answers with, before response headers of the policies are added. */
export interface HandlerResult {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value, a {@link JsonText}, a `FileBody`, a Buffer, or undefined for an answer without a body. */
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
 * Passes JSON text off as the value it stands for, so that a handler typed by the contract may return it.
 *
 * @example
 * return { status: 200, body: preRendered<TodoBody>(`{"data":${row.document}}`) };
 */
export function preRendered<T>(json: string | Uint8Array): T {
  return new JsonText(json) as T;
}
