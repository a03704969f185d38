import { parseIpv4 } from './parse-ipv4.ts';
import { parseIpv6 } from './parse-ipv6.ts';
import { type AddressKind, ipv4Carriers, ipv4Ranges, ipv6Ranges, isInRange } from './ranges.ts';

export type { AddressKind } from './ranges.ts';

/**
 * The kind of an address. Accepts IPv4 in every notation (`127.1`, `0x7f000001`), IPv6 with or without brackets or a
 * zone. An IPv4-mapped, NAT64 or 6to4 address is classified by the IPv4 address in it; one with a zone (`%eth0`)
 * belongs to a link of this host and is never public.
 *
 * @returns null when the text is not an address; it may be a name.
 * @example
 * addressKindOf('169.254.169.254'); // 'link_local'
 * addressKindOf('[::ffff:10.0.0.1]'); // 'private'
 * addressKindOf('0x7f.1'); // 'loopback'
 */
export function addressKindOf(text: string): AddressKind | null {
  const ipv4 = parseIpv4(text);
  if (ipv4 !== null) return kindOfIpv4(ipv4);
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const [address = '', ...zone] = bare.split('%');
  const ipv6 = parseIpv6(address);
  if (ipv6 === null) return null;
  const kind = kindOfIpv6(ipv6);
  return zone.length > 0 && kind === 'public' ? 'link_local' : kind;
}

/** True for publicly routable addresses. False for everything else, names included. */
export function isPublicAddress(text: string): boolean {
  return addressKindOf(text) === 'public';
}

function kindOfIpv4(address: Uint8Array): AddressKind {
  return ipv4Ranges.find((range) => isInRange(address, range))?.kind ?? 'reserved';
}

function kindOfIpv6(address: Uint8Array): AddressKind {
  const carrier = ipv4Carriers.find((range) => isInRange(address, range));
  if (carrier !== undefined) return kindOfIpv4(address.subarray(carrier.offset, carrier.offset + 4));
  return ipv6Ranges.find((range) => isInRange(address, range))?.kind ?? 'reserved';
}
