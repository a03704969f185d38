/** The bytes from `start` to `end`, both included and counted from 0 (RFC 9110 §14.1.2). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const singleRange = /^bytes[ \t]*=[ \t]*(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))[ \t]*$/i;

/**
 * The part of a file that a Range field requests. Several parts at once, other units and malformed fields are ignored,
 * as RFC 9110 §14.2 allows: the response is then the whole file.
 *
 * @param size of the file in bytes.
 * @returns null for the whole file, `unsatisfiable` when no byte of the range exists.
 * @example
 * parseByteRange('bytes=-500', 10_000); // { start: 9500, end: 9999 }
 */
export function parseByteRange(field: string, size: number): ByteRange | 'unsatisfiable' | null {
  const match = singleRange.exec(field);
  if (match === null) return null;
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== undefined && Number(last) < start) return null;
  if (start >= size) return 'unsatisfiable';
  return { start, end: Math.min(Number(last ?? size), size - 1) };
}

/** The Content-Range of a part, or of a 416 if `range` is null (RFC 9110 §14.4). */
export function formatContentRange(range: ByteRange | null, size: number): string {
  return `bytes ${range === null ? '*' : `${range.start}-${range.end}`}/${size}`;
}
