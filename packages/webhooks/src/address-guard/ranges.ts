import { parseIpv4 } from './parse-ipv4.ts';
import { parseIpv6 } from './parse-ipv6.ts';

/** The kind of an address. Only `public` addresses are routable from anywhere. */
export type AddressKind =
  | 'public'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link_local'
  | 'site_local'
  | 'unique_local'
  | 'protocol'
  | 'documentation'
  | 'benchmarking'
  | 'relay'
  | 'tunnel'
  | 'discard'
  | 'platform'
  | 'multicast'
  | 'broadcast'
  | 'reserved';

/** A block of addresses with a common prefix. */
export interface AddressRange {
  readonly prefix: Uint8Array;
  readonly bits: number;
  readonly kind: AddressKind;
}

/** First match counts. Source: the IANA special-purpose address registries (RFC 6890). */
const ipv4Blocks: Readonly<Record<string, AddressKind>> = {
  '255.255.255.255/32': 'broadcast',
  '0.0.0.0/8': 'unspecified',
  '10.0.0.0/8': 'private',
  '100.64.0.0/10': 'shared',
  '127.0.0.0/8': 'loopback',
  // A platform service for Azure virtual machines; not routed elsewhere.
  '168.63.129.16/32': 'platform',
  '169.254.0.0/16': 'link_local',
  '172.16.0.0/12': 'private',
  '192.0.0.0/24': 'protocol',
  '192.0.2.0/24': 'documentation',
  '192.88.99.0/24': 'relay',
  '192.168.0.0/16': 'private',
  '198.18.0.0/15': 'benchmarking',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '240.0.0.0/4': 'reserved',
  '0.0.0.0/0': 'public',
};

/** Global unicast is 2000::/3; any other unlisted address is not public. */
const ipv6Blocks: Readonly<Record<string, AddressKind>> = {
  '::/128': 'unspecified',
  '::1/128': 'loopback',
  '64:ff9b:1::/48': 'private',
  '100::/64': 'discard',
  'fc00::/7': 'unique_local',
  'fe80::/10': 'link_local',
  'fec0::/10': 'site_local',
  'ff00::/8': 'multicast',
  // Teredo obscures the IPv4 address it tunnels to; servers do not use it.
  '2001::/32': 'tunnel',
  '2001:2::/48': 'benchmarking',
  '2001::/23': 'protocol',
  '2001:db8::/32': 'documentation',
  '3fff::/20': 'documentation',
  '2000::/3': 'public',
  '::/0': 'reserved',
};

/** IPv6 ranges that embed an IPv4 address, which classifies them, by the byte it starts at. */
const carriers: Readonly<Record<string, number>> = {
  // Mapped (RFC 4291 §2.5.5.2): Node and the kernel connect to the IPv4 address itself.
  '::ffff:0:0/96': 12,
  // NAT64 (RFC 6052).
  '64:ff9b::/96': 12,
  // 6to4 (RFC 3056).
  '2002::/16': 2,
};

export const ipv4Ranges: readonly AddressRange[] = Object.entries(ipv4Blocks).map(([block, kind]) =>
  parseRange(block, kind),
);

export const ipv6Ranges: readonly AddressRange[] = Object.entries(ipv6Blocks).map(([block, kind]) =>
  parseRange(block, kind),
);

export const ipv4Carriers = Object.entries(carriers).map(([block, offset]) => ({
  ...parseRange(block, 'public'),
  offset,
}));

export function isInRange(address: Uint8Array, { prefix, bits }: AddressRange): boolean {
  const whole = bits >> 3;
  for (let index = 0; index < whole; index += 1) if (address[index] !== prefix[index]) return false;
  // With no bits left, both shifts return 0.
  const rest = 8 - (bits & 7);
  return (address[whole] as number) >> rest === (prefix[whole] as number) >> rest;
}

function parseRange(block: string, kind: AddressKind): AddressRange {
  const [address = '', bits] = block.split('/');
  const prefix = address.includes(':') ? parseIpv6(address) : parseIpv4(address);
  if (prefix === null) throw new TypeError(`${block} is not an address range.`);
  return { prefix, bits: Number(bits), kind };
}
