import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 44 base62 characters carry 261 bits. */
const secretLength = 44;

export interface CreateApiKeyOptions {
  /** The prefix of every key of the application: letters and digits. */
  readonly prefix: string;
  /** Id of the record the key belongs to: letters, digits, `-` and `_`. */
  readonly id: string;
}

export interface CreatedApiKey {
  /** The whole key, `<prefix>_<id>_<secret>`. It is shown once and never stored. */
  readonly key: string;
  readonly id: string;
  /** The part that may be shown: `<prefix>_<id>`. */
  readonly prefix: string;
  /** SHA-256 of the secret, for the record. */
  readonly hash: Buffer;
}

/**
 * Makes an API key with a random secret of more than 256 bits.
 *
 * @example
 * const { key, hash } = createApiKey({ prefix: 'todo', id: 'k1' }); // todo_k1_9fQ…
 * @throws TypeError when the key could not be parsed again because of its prefix or id.
 */
export function createApiKey({ prefix, id }: CreateApiKeyOptions): CreatedApiKey {
  if (!/^[A-Za-z0-9]{1,32}$/.test(prefix)) throw new TypeError('An API key prefix must be 1 to 32 letters and digits.');
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(id))
    throw new TypeError('An API key id must consist of letters, digits, "-" and "_".');
  const secret = randomBase62(secretLength);
  return { key: `${prefix}_${id}_${secret}`, id, prefix: `${prefix}_${id}`, hash: hashSecret(secret) };
}

export interface ParsedApiKey {
  readonly id: string;
  readonly secret: string;
}

/** Splits a key into its parts; null when it is not one of this application's. */
export function parseApiKey(key: string, prefix: string): ParsedApiKey | null {
  if (key.length > 300 || !key.startsWith(`${prefix}_`)) return null;
  const end = key.lastIndexOf('_');
  const id = key.slice(prefix.length + 1, end);
  const secret = key.slice(end + 1);
  return /^[A-Za-z0-9_-]{1,128}$/.test(id) && /^[A-Za-z0-9]{43,128}$/.test(secret) ? { id, secret } : null;
}

/** SHA-256 of a secret. A secret of 256 random bits needs no slow hash. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares in constant time. */
export function secretMatches(secret: string, expected: Uint8Array): boolean {
  const actual = hashSecret(secret);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte; larger bytes would bias the first letters.
      if (byte < 248 && text.length < length) text += base62.charAt(byte % 62);
    }
  }
  return text;
}
