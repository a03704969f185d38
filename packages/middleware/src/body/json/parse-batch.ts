import { isUtf8 } from 'node:buffer';
import type { BatchPolicy, JsonBounds } from '@contract-kit/http-spec';
import { mapInSlices, sliceForBody } from '../../fairness/slices.ts';
import { excessError, notUtf8, startOf, syntaxError } from './parse-json.ts';
import { listOf, readItem } from './read-item.ts';
import { mayHoldUnsafeText, unsafeValue } from './safe-value.ts';
import { type ElementSpan, scanJson } from './scan-json.ts';

/** Stands for an element in the text around the elements. */
const placeholder = '0';

/**
 * Parses a JSON body whose list is a batch, its elements one by one in slices of time. An element that no schema can
 * validate becomes an `InvalidItem`.
 *
 * @throws ApiError `bad_request` when the body is not JSON or names a key twice, `validation_failed` for errors outside
 * the elements.
 */
export async function parseJsonBatch(bytes: Buffer, bounds: JsonBounds, batch: BatchPolicy): Promise<unknown> {
  await sliceForBody(bytes.length);
  const start = startOf(bytes);
  const { excess, elements } = scanJson(bytes, bounds, { start, list: listOf(batch) });
  if (excess !== null) throw excessError('The body', bytes, start, excess);
  const body = parseFrame(bytes, start, elements);
  const items = await mapInSlices(elements, (element) =>
    readItem(bytes, element, (text, cause) => {
      const before = bytes.toString('utf8', start, element.start).length;
      throw syntaxError('The body', text, cause, (offset) => before + offset);
    }),
  );
  // Elements are found under the root only, so it is an object.
  if (items.length > 0) (body as Record<string, unknown>)[batch.field] = items;
  return body;
}

/** Parses the text around the elements, with a placeholder for each. */
function parseFrame(bytes: Buffer, start: number, elements: readonly ElementSpan[]): unknown {
  const ends = [start, ...elements.map(({ end }) => end)];
  const gaps = ends.map((end, index) => bytes.subarray(end, elements[index]?.start));
  if (!gaps.every((gap) => isUtf8(gap))) throw notUtf8('The body');
  const texts = gaps.map((gap) => gap.toString());
  const text = texts.join(placeholder);
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch (cause) {
    throw syntaxError('The body', text, cause, (offset) => positionOf(offset, texts, bytes, elements));
  }
  const problem = mayHoldUnsafeText(text) ? unsafeValue(frame) : null;
  if (problem !== null) throw problem;
  return frame;
}

/** The position in the body of an offset in the frame, both in UTF-16 code units. */
function positionOf(offset: number, texts: readonly string[], bytes: Buffer, elements: readonly ElementSpan[]): number {
  let rest = offset;
  let before = 0;
  for (const [index, { start, end }] of elements.entries()) {
    const gap = (texts[index] as string).length;
    if (rest <= gap) break;
    rest -= gap + placeholder.length;
    before += gap + bytes.toString('utf8', start, end).length;
  }
  return before + rest;
}
