/**
 * Reads an IPv6 address (RFC 4291 §2.2), without a zone and without brackets.
 *
 * @returns its 16 bytes, or null.
 * @example
 * parseIpv6('::ffff:127.0.0.1');
 */
export function parseIpv6(text: string): Uint8Array | null {
  const [before = '', after, ...more] = text.split('::');
  if (more.length > 0) return null;
  const head = parseGroups(before, after === undefined);
  const tail = after === undefined ? [] : parseGroups(after, true);
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  // `::` replaces at least one group of zeros.
  if (after === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array<number>(missing).fill(0), ...tail];
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 255]));
}

/** Groups between colons; where the address ends, the last one may be dotted IPv4, which is two. */
function parseGroups(text: string, atEnd: boolean): number[] | null {
  if (text === '') return [];
  const parts = text.split(':');
  const groups = parts.flatMap((part, index) => {
    if (/^[0-9a-f]{1,4}$/i.test(part)) return [Number.parseInt(part, 16)];
    return atEnd && index === parts.length - 1 ? parseDotted(part) : [Number.NaN];
  });
  return groups.some(Number.isNaN) ? null : groups;
}

/** Only plain decimal bytes: `inet_pton` takes no other notation here. */
function parseDotted(text: string): number[] {
  const bytes = text.split('.').map((part) => (/^(?:0|[1-9][0-9]{0,2})$/.test(part) ? Number(part) : Number.NaN));
  if (bytes.length !== 4 || !bytes.every((byte) => byte <= 255)) return [Number.NaN];
  const [a, b, c, d] = bytes as [number, number, number, number];
  return [a * 256 + b, c * 256 + d];
}
