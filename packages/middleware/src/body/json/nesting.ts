const quote = 0x22;
const backslash = 0x5c;

/**
 * True when JSON text opens more than `limit` arrays and objects within each other. It reads bytes and stops at
 * the first excess, because parsing ten megabytes of `[` takes seconds.
 */
export function isNestedDeeperThan(limit: number, bytes: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    // `[` and `{` differ in one bit, and so do `]` and `}`.
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
