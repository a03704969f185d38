import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { invalidFields } from '@contract-kit/http-spec';
import type { KeysetPosition, KeyValue, SortDirection } from './keyset.ts';

/** Where the next page starts. */
export interface Cursor extends KeysetPosition {
  readonly direction: SortDirection;
}

export interface CursorCodecOptions {
  /** Signs cursors; at least 16 bytes, the same in all processes. A new secret invalidates the cursors in use. */
  readonly secret: string | Uint8Array;
}

/** Turns positions into opaque texts and back. */
export interface CursorCodec {
  /**
   * @param list what the cursor belongs to: tenant, filter and sort order in any text form. The cursor contains only
   * its hash.
   * @throws RangeError when the text would be longer than {@link maxCursorLength}.
   * @throws TypeError for a number that is not finite.
   */
  encode(cursor: Cursor, list: string): string;
  /**
   * @param list the same text as in {@link CursorCodec.encode}.
   * @throws ApiError `validation_failed` at `cursor` when it was changed, was not made here, or belongs to another
   * list.
   */
  decode(text: string, list: string): Cursor;
}

/** Longest cursor in characters. Sort values of 500 characters fit, in any script and where JSON escapes each. */
export const maxCursorLength = 4352;

const version = 1;
const listHashLength = 8;
const signatureLength = 16;
const payloadStart = 1 + listHashLength;

/**
 * Cursors are base64url of: a version byte, 8 bytes of the hash of the list, the position as JSON, 16 bytes of
 * HMAC-SHA-256 over all of it. Cursors cannot be forged, so the database receives only sort values that it returned.
 *
 * @example
 * const cursors = createCursorCodec({ secret });
 * const next = cursors.encode({ values: [row.updatedAt], id: row.id, direction: 'desc' }, listKey);
 * @throws RangeError when the secret is too short.
 */
export function createCursorCodec({ secret }: CursorCodecOptions): CursorCodec {
  if (Buffer.byteLength(secret) < 16) throw new RangeError('The secret for cursors must have at least 16 bytes.');
  const signatureOf = (content: Uint8Array) =>
    createHmac('sha256', secret).update('contract-kit cursor\n').update(content).digest().subarray(0, signatureLength);

  return {
    encode({ values, id, direction }, list) {
      if (!values.every(isKeyValue)) throw new TypeError('A cursor may only carry strings, finite numbers and null.');
      const payload = Buffer.from(JSON.stringify([direction, id, ...values]));
      const content = Buffer.concat([Buffer.of(version), hashOf(list), payload]);
      const text = Buffer.concat([content, signatureOf(content)]).toString('base64url');
      if (text.length > maxCursorLength) throw new RangeError('The sort values are too long for a cursor.');
      return text;
    },

    decode(text, list) {
      const bytes = text.length <= maxCursorLength ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
      // Node's decoder skips invalid characters; only the canonical text is accepted.
      if (bytes.length <= payloadStart + signatureLength || bytes.toString('base64url') !== text) throw unknown();
      const content = bytes.subarray(0, -signatureLength);
      if (!timingSafeEqual(signatureOf(content), bytes.subarray(-signatureLength))) throw unknown();
      if (content[0] !== version) throw unknown();
      if (!content.subarray(1, payloadStart).equals(hashOf(list))) throw foreign();
      const [direction, id, ...values] = JSON.parse(content.toString('utf8', payloadStart));
      return { direction, id, values };
    },
  };
}

function hashOf(list: string): Buffer {
  return createHash('sha256').update(list).digest().subarray(0, listHashLength);
}

function isKeyValue(value: KeyValue): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : value === null || typeof value === 'string';
}

function unknown() {
  return invalidFields({ cursor: 'Is not a cursor of this API: send pagination.nextCursor as it was received.' });
}

function foreign() {
  return invalidFields({ cursor: 'Belongs to another filter or sort order: start again without it.' });
}
