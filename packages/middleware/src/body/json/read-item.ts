import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type ApiError, type BatchPolicy, InvalidItem, jsonBoundsOf } from '@contract-kit/http-spec';
import { excessError, notUtf8 } from './parse-json.ts';
import { mayHoldUnsafeText, unsafeValue } from './safe-value.ts';
import type { ElementSpan, ListToScan } from './scan-json.ts';

/** The list of a batch with the bounds of its elements. */
export function listOf({ field, maxItems, itemLimit, itemBounds }: BatchPolicy): ListToScan {
  const bounds = jsonBoundsOf(itemLimit, itemBounds);
  return { field, maxItems: maxItems ?? Number.POSITIVE_INFINITY, itemLimit, bounds };
}

/**
 * Reads one element of a batch.
 *
 * @param notJson makes the error of an element that is not JSON, or throws it if it refuses the whole body.
 * @returns its value, or an {@link InvalidItem} when it breaks a bound, names a key twice, is not UTF-8, is not JSON,
 * or contains values that no record can hold.
 */
export function readItem(
  bytes: Buffer,
  { start, end, excess }: ElementSpan,
  notJson: (text: string, cause: unknown) => ApiError,
): unknown {
  const part = bytes.subarray(start, end);
  const invalid = (error: ApiError, value?: unknown) =>
    new InvalidItem(error, value, createHash('sha256').update(part).digest('hex'));
  if (excess !== null) return invalid(excessError('The item', bytes, start, excess));
  if (!isUtf8(part)) return invalid(notUtf8('The item'));
  const text = part.toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return invalid(notJson(text, cause));
  }
  const problem = mayHoldUnsafeText(text) ? unsafeValue(value) : null;
  return problem === null ? value : invalid(problem, value);
}
