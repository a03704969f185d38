import { type IdKind, idPrefixes } from '@product-content/contract';
import { v7 } from 'uuid';

export type { IdKind } from '@product-content/contract';

/** The port for new ids. */
export interface IdSource {
  /** A new UUIDv7 as text. Later ids of one source sort after earlier ones, also within a millisecond. */
  next(): string;
}

/** Ids from the machine's clock and random numbers. */
export const systemIds: IdSource = { next: () => v7() };

/** Crockford's base 32 in lower case, as TypeID uses it. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const digitOf = new Map([...alphabet].map((character, digit) => [character, digit]));
const suffixLength = 26;

/**
 * Shows a UUID as a TypeID (https://github.com/jetify-com/typeid): prefix, underscore, 26 base-32 digits.
 *
 * @example
 * encodeId('product', '01890a5d-ac96-774b-bcce-b302099a8057'); // 'prd_01h455vb4pex5vsknk084sn02q'
 */
export function encodeId(kind: IdKind, uuid: string): string {
  return `${idPrefixes[kind]}_${encodeSuffix(uuid)}`;
}

/**
 * Reads a TypeID of one kind back into its UUID.
 *
 * @returns null when the text has another prefix or is no TypeID.
 */
export function decodeId(kind: IdKind, text: string): string | null {
  const prefix = idPrefixes[kind];
  if (text.length !== prefix.length + 1 + suffixLength || !text.startsWith(prefix) || text[prefix.length] !== '_') {
    return null;
  }
  return decodeSuffix(text.slice(prefix.length + 1));
}

/** The 26 base-32 digits of a UUID: 130 bits, of which the first two are zero. */
export function encodeSuffix(uuid: string): string {
  let text = '';
  let buffer = 0;
  let bits = 2;
  for (const character of uuid) {
    if (character === '-') continue;
    buffer = (buffer << 4) | Number.parseInt(character, 16);
    bits += 4;
    if (bits < 5) continue;
    bits -= 5;
    text += alphabet[buffer >> bits];
    buffer &= (1 << bits) - 1;
  }
  return text;
}

/** The UUID of 26 base-32 digits, or null when they are none. */
export function decodeSuffix(suffix: string): string | null {
  if (suffix.length !== suffixLength) return null;
  let hex = '';
  let buffer = 0;
  let bits = -2;
  for (const character of suffix) {
    const digit = digitOf.get(character);
    if (digit === undefined) return null;
    buffer = (buffer << 5) | digit;
    bits += 5;
    // More than 128 bits: the first digit is at most 7.
    if (hex === '' && bits === 3 && buffer > 7) return null;
    while (bits >= 4) {
      bits -= 4;
      hex += (buffer >> bits).toString(16);
      buffer &= (1 << bits) - 1;
    }
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
