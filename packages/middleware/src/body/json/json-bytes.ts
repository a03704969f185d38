export const quote = 0x22;
export const backslash = 0x5c;

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Bytes of a string that are checked one by one before the rest is searched. */
const nearBytes = 32;

/** The offset of the quote that ends the text which starts at `start`; `end` when nothing ends it. */
export function endOfString(bytes: Buffer, start: number, end: number): number {
  const near = endWithin(bytes, start + 1, Math.min(end, start + nearBytes));
  if (near < end && bytes[near] === quote) return near;
  const found = near < end ? bytes.indexOf(quote, near) : -1;
  if (found === -1 || found >= end) return end;
  let slash = found - 1;
  while (slash >= near && bytes[slash] === backslash) slash -= 1;
  // An even number of backslashes are characters themselves; an odd one escapes the quote.
  return (found - slash) % 2 === 1 ? found : endWithin(bytes, found + 1, end);
}

/**
 * The offset of the first quote that is not escaped; `end` when there is none, or one more when the bytes end within an
 * escape.
 */
function endWithin(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
