/**
 * Reads an IPv4 address in every notation `inet_aton` and the URL standard know: one to four numbers, each decimal,
 * octal (`0177`) or hexadecimal (`0x7f`), the last one filling the bytes that are left; a dot at the end.
 *
 * @returns its four bytes, or null.
 * @example
 * parseIpv4('127.1'); // as do '2130706433', '0x7f000001' and '017700000001': 127.0.0.1
 */
export function parseIpv4(text: string): Uint8Array | null {
  const numbers = text.replace(/\.$/, '').split('.').map(parseNumber);
  const leading = numbers.slice(0, -1);
  const last = numbers.at(-1) ?? Number.NaN;
  const free = 4 - leading.length;
  // NaN fails this comparison too.
  if (free < 1 || !leading.every((number) => number <= 255) || !(last < 256 ** free)) return null;
  const rest = Array.from({ length: free }, (_, index) => Math.floor(last / 256 ** (free - 1 - index)) % 256);
  return Uint8Array.from([...leading, ...rest]);
}

function parseNumber(text: string): number {
  if (/^0x[0-9a-f]*$/i.test(text)) return text.length === 2 ? 0 : Number(text);
  if (/^0[0-7]*$/.test(text)) return Number.parseInt(text, 8);
  return /^[1-9][0-9]*$/.test(text) ? Number(text) : Number.NaN;
}
