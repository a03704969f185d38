import { isUtf8 } from 'node:buffer';
import { ApiError, invalidFields, rootField } from '@contract-kit/http-spec';
import { findJsonError } from './json-syntax.ts';
import { isNestedDeeperThan } from './nesting.ts';
import { assertSafeValue, maxDepth } from './safe-value.ts';

/** Below this size parsing is quick whatever the nesting, and the cheaper walk afterwards finds it. */
const scanFromBytes = 64 * 1024;

/**
 * Decodes UTF-8 strictly; a byte order mark is skipped.
 *
 * @throws ApiError `bad_request` for malformed UTF-8, which lenient decoding would silently change.
 */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ApiError('bad_request', 'The body is not valid UTF-8.');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}

/**
 * Parses a JSON body.
 *
 * @throws ApiError `bad_request` for malformed JSON, `validation_failed` for values no record can hold.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  const large = bytes.length >= scanFromBytes;
  if (large && isNestedDeeperThan(maxDepth, bytes)) {
    throw invalidFields({ [rootField]: `Nested deeper than ${maxDepth} levels.` });
  }
  const text = decodeUtf8(bytes);
  const value = parseJsonText(text);
  const texts = mayHoldUnsafeText(text);
  if (texts || !large) assertSafeValue(value, { texts });
  return value;
}

/**
 * NUL and lone surrogates reach a JSON value only through `\u` escapes, because raw ones are refused by the
 * grammar and by UTF-8.
 */
export function mayHoldUnsafeText(text: string): boolean {
  return text.includes('\\u') || text.includes('__proto__');
}

/** @throws ApiError `bad_request` naming the position. `where` goes before it: `line 3, `. */
export function parseJsonText(text: string, where = ''): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { position } = findJsonError(text);
    const found = position >= text.length ? 'ends too early' : `has an unexpected character`;
    throw new ApiError('bad_request', `The body is not valid JSON: it ${found} (${where}position ${position}).`, {
      cause,
    });
  }
}

/**
 * Parses `application/x-ndjson`: one JSON value a line, empty lines skipped. For use in the `parsers` option.
 *
 * @example
 * const parsers = { 'application/x-ndjson': (text: string) => ({ items: parseNdjson(text) }) };
 * @throws ApiError `bad_request` naming line and position.
 */
export function parseNdjson(text: string): unknown[] {
  const values: unknown[] = [];
  let line = 0;
  for (const part of text.split('\n')) {
    line += 1;
    if (part.trim() !== '') values.push(parseJsonText(part, `line ${line}, `));
  }
  return values;
}
