/** One request of the table. */
export interface HostileRequest {
  /** What it is, as a noun phrase: `a product of a million keys`. Unique. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Below the prefix of the API. */
  readonly path: string;
  /** Header fields beside the key; Content-Type when the body is not JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the workspace has to have before. */
  readonly needs?: readonly Preparation[];
  /**
   * Makes the body of the `turn`th time it is sent, of at most `bytes` bytes where it can be of any size; undefined for
   * a request without one.
   */
  build?(bytes: number, turn: number): Buffer;
  /** The status it is responded to with. */
  readonly status: number;
}

/** What is in a workspace before a request of the table means harm. */
export type Preparation = 'attributes' | 'patterns' | 'options' | 'categories' | 'products' | 'collection' | 'channel';

/** Largest body the API takes: a bulk request. */
export const largestBody = 10 * 1024 * 1024;

/** A pattern between a head and a tail, as often as there is room. */
export function filled(head: string, pattern: string, tail: string, bytes: number): Buffer {
  const unit = Buffer.from(pattern);
  const room = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(Math.floor(room / unit.length) * unit.length, unit),
    Buffer.from(tail),
  ]);
}

/** Numbered members or elements between a head and a tail, separated by commas, as many as there is room for. */
export function numbered(head: string, part: (number: number) => string, tail: string, bytes: number): Buffer {
  const parts: string[] = [];
  let room = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail) + 1;
  for (let number = 0; ; number += 1) {
    const text = part(number);
    room -= Buffer.byteLength(text) + 1;
    if (room < 0) return Buffer.from(head + parts.join() + tail);
    parts.push(text);
  }
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

export function list<Item>(length: number, item: (index: number) => Item): Item[] {
  return Array.from({ length }, (_, index) => item(index));
}

export function record(length: number, value: (index: number) => unknown, prefix = 'k'): Record<string, unknown> {
  return Object.fromEntries(list(length, (index) => [`${prefix}${index}`, value(index)]));
}
