import { isIPv6 } from 'node:net';

/**
 * The rate-limit subject of an address. An IPv6 customer has at least a /64, so its addresses count together; an
 * IPv4-mapped address counts as its IPv4 address.
 *
 * @example
 * addressSubject('2001:db8:1:2:aaaa::1'); // '2001:db8:1:2::/64'
 */
export function addressSubject(address: string | undefined): string {
  if (address === undefined || !isIPv6(address)) return address ?? 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? `${prefix64(address)}::/64`;
}

function prefix64(address: string): string {
  const [bare = ''] = address.split('%');
  const [left = '', right] = bare.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
