import { isUtf8 } from 'node:buffer';
import { ApiError, invalidFields, type JsonBounds } from '@contract-kit/http-spec';
import { findJsonError } from './json-syntax.ts';
import { pathAt } from './path-at.ts';
import { mayHoldUnsafeText, unsafeValue } from './safe-value.ts';
import { type Excess, scanJson } from './scan-json.ts';

/**
 * Parses a JSON body that keeps within bounds.
 *
 * @throws ApiError `bad_request` for malformed JSON and for keys that an object has twice, `validation_failed` for
 * exceeded bounds and for values that no record can hold.
 */
export function parseJsonBody(bytes: Buffer, bounds: JsonBounds): unknown {
  const start = startOf(bytes);
  const { excess } = scanJson(bytes, bounds, { start });
  if (excess !== null) throw excessError('The body', bytes, start, excess);
  const text = decodeUtf8(bytes);
  const value = parseJsonText(text);
  const problem = mayHoldUnsafeText(text) ? unsafeValue(value) : null;
  if (problem !== null) throw problem;
  return value;
}

/**
 * Decodes UTF-8 strictly; a byte order mark is skipped.
 *
 * @throws ApiError `bad_request` for malformed UTF-8, which lenient decoding would silently change.
 */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8('The body');
  return bytes.toString('utf8', startOf(bytes));
}

export function notUtf8(what: string): ApiError<'bad_request'> {
  return new ApiError('bad_request', `${what} is not valid UTF-8.`);
}

/** The offset after a byte order mark. */
export function startOf(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** @throws ApiError `bad_request` naming the position. */
function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw syntaxError('The body', text, cause);
  }
}

/**
 * @param text JSON that `JSON.parse` refuses.
 * @param toPosition maps an offset in the text to an offset in the sent body.
 */
export function syntaxError(
  what: string,
  text: string,
  cause: unknown,
  toPosition = (offset: number) => offset,
): ApiError<'bad_request'> {
  const { position } = findJsonError(text);
  const found = position >= text.length ? 'ends too early' : 'has an unexpected character';
  const message = `${what} is not valid JSON: it ${found} (position ${toPosition(position)}).`;
  return new ApiError('bad_request', message, { cause });
}

/**
 * @param what names the text: the body, or an item of it.
 * @param start of the value that paths start at.
 */
export function excessError(what: string, bytes: Buffer, start: number, { at, problem }: Excess): ApiError {
  const path = pathAt(bytes, start, Math.max(start, at));
  if (problem !== null) return invalidFields({ [path]: problem });
  return new ApiError('bad_request', `${what} names ${path} more than once.`);
}
