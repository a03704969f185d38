const encoder = new TextEncoder();
const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A body as it is sent: bytes, or text that is encoded as UTF-8. */
export type RawBody = Uint8Array | ArrayBuffer | string;

/**
 * The bytes of a body.
 *
 * @throws TypeError for anything parsed, since its bytes are lost.
 */
export function toBytes(body: RawBody): Uint8Array {
  if (typeof body === 'string') return encoder.encode(body);
  // Not `instanceof`, so that bytes of another realm (jsdom, a vm context) are accepted.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  throw new TypeError('The body must be the raw bytes or text of the request, not a parsed value.');
}

export function concatBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexPairs[byte];
  return text;
}

/** @returns null unless the text consists of pairs of hexadecimal digits, in either case. */
export function parseHex(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) as string[], (pair) => Number.parseInt(pair, 16));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** @returns null unless the text is base64 exactly as {@link toBase64} writes it, padding included. */
export function parseBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

/** Compares in time that depends only on the lengths. */
export function equalsInConstantTime(first: Uint8Array, second: Uint8Array): boolean {
  let difference = first.length ^ second.length;
  for (let index = 0; index < first.length; index += 1) {
    difference |= (first[index] as number) ^ (second[index] ?? 0);
  }
  return difference === 0;
}
