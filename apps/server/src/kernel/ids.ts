import { randomFillSync } from 'node:crypto';
import { type IdKind, idPrefixes } from '@product-content/contract';
import { v7 } from 'uuid';

export type { IdKind } from '@product-content/contract';

/** The port for new ids. */
export interface IdSource {
  /** A new UUIDv7 as text. Ids of one source sort in the order they were created, even within a millisecond. */
  next(): string;
}

/** Random bytes of one id. */
const randomLength = 16;

/** Ids from the machine's clock and random numbers. */
export const systemIds: IdSource = createIds();

function createIds(): IdSource {
  // Generating random bytes costs more than the rest of an id, and hardly more for many ids than for one.
  const block = Buffer.alloc(256 * randomLength);
  let used = block.length;
  let msecs = 0;
  let seq = 0;
  return {
    next() {
      if (used === block.length) {
        randomFillSync(block);
        used = 0;
      }
      const random = block.subarray(used, used + randomLength);
      used += randomLength;
      // Within a millisecond, and while the clock is behind, the sequence continues (RFC 9562, section 6.2, method 1).
      const now = Date.now();
      seq = now > msecs ? random.readInt32BE(6) & 0x7fffffff : (seq + 1) | 0;
      msecs = now > msecs ? now : msecs + (seq === 0 ? 1 : 0);
      return v7({ msecs, seq, random });
    },
  };
}

/** Crockford's base 32 in lower case, as TypeID uses it. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const digitOf = new Map([...alphabet].map((character, digit) => [character, digit]));
const suffixLength = 26;

/** Each pair of digits, indexed by the ten bits it stands for. */
const pairs = Array.from({ length: 1024 }, (_, bits) => `${alphabet[bits >> 5]}${alphabet[bits & 31]}`);

/**
 * Encodes a UUID as a TypeID (https://github.com/jetify-com/typeid): prefix, underscore, 26 base-32 digits.
 *
 * @example
 * encodeId('product', '01890a5d-ac96-774b-bcce-b302099a8057'); // 'prd_01h455vb4pex5vsknk084sn02q'
 */
export function encodeId(kind: IdKind, uuid: string): string {
  return `${idPrefixes[kind]}_${encodeSuffix(uuid)}`;
}

/**
 * Decodes a TypeID of one kind to its UUID.
 *
 * @returns null when the text has another prefix or is not a TypeID.
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
  const hex = uuid.replaceAll('-', '');
  let text = pairs[Number.parseInt(hex.slice(0, 2), 16)] as string;
  // Five hexadecimal digits are four base-32 digits.
  for (let at = 2; at < hex.length; at += 5) {
    const bits = Number.parseInt(hex.slice(at, at + 5), 16);
    text += `${pairs[bits >> 10]}${pairs[bits & 1023]}`;
  }
  return text;
}

/** The UUID of 26 base-32 digits, or null when they are invalid. */
export function decodeSuffix(suffix: string): string | null {
  if (suffix.length !== suffixLength) return null;
  const first = bitsOf(suffix, 0, 2);
  // More than 128 bits: the first digit is at most 7.
  if (first === null || first > 255) return null;
  let hex = first.toString(16).padStart(2, '0');
  for (let at = 2; at < suffixLength; at += 4) {
    const bits = bitsOf(suffix, at, at + 4);
    if (bits === null) return null;
    hex += bits.toString(16).padStart(5, '0');
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The bits that digits of a suffix stand for, or null when one of them is invalid. */
function bitsOf(suffix: string, from: number, to: number): number | null {
  let bits = 0;
  for (let at = from; at < to; at += 1) {
    const digit = digitOf.get(suffix[at] as string);
    if (digit === undefined) return null;
    bits = (bits << 5) | digit;
  }
  return bits;
}
