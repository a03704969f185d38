import { type BatchPolicy, invalidFields, type JsonBounds, rootField } from '@contract-kit/http-spec';
import { forEachInSlices, sliceForBody } from '../../fairness/slices.ts';
import { isSpace } from './json-bytes.ts';
import { startOf, syntaxError } from './parse-json.ts';
import { listOf, readItem } from './read-item.ts';
import { scanJson, tooLong, tooManyItems, tooManyValues } from './scan-json.ts';

const lineFeed = 0x0a;

/**
 * Parses `application/x-ndjson` as a batch: each line that is not blank is an element. One that no schema can validate,
 * or that is not JSON, becomes an `InvalidItem`.
 *
 * @throws ApiError `validation_failed` for too many lines, or too many values in total.
 */
export async function parseNdjsonBatch(bytes: Buffer, bounds: JsonBounds, batch: BatchPolicy): Promise<unknown> {
  await sliceForBody(bytes.length);
  const { maxItems, itemLimit, bounds: itemBounds } = listOf(batch);
  const items: unknown[] = [];
  let values = 0;
  await forEachInSlices(linesOf(bytes), (line) => {
    if (items.length >= maxItems) throw invalidFields({ [batch.field]: tooManyItems(maxItems) });
    const scan = scanJson(bytes, itemBounds, line);
    values += scan.values;
    if (values > bounds.values) throw invalidFields({ [rootField]: tooManyValues(bounds) });
    const excess = line.end - line.start > itemLimit ? tooLong(itemLimit) : scan.excess;
    items.push(readItem(bytes, { ...line, excess }, (text, cause) => syntaxError('The line', text, cause)));
  });
  return { [batch.field]: items };
}

/** The lines that are not blank, without the white space around them. */
function* linesOf(bytes: Buffer): Generator<{ start: number; end: number }> {
  let at = startOf(bytes);
  while (at < bytes.length) {
    while (at < bytes.length && isSpace(bytes[at] as number)) at += 1;
    if (at === bytes.length) return;
    const found = bytes.indexOf(lineFeed, at);
    const lineEnd = found === -1 ? bytes.length : found;
    let end = lineEnd;
    while (isSpace(bytes[end - 1] as number)) end -= 1;
    yield { start: at, end };
    at = lineEnd;
  }
}
