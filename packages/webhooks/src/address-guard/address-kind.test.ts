import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { ipv4Bits, ipv4TextOf, ipv6Bits, ipv6TextOf } from '../../test-support/addresses.ts';
import { addressKindOf, isPublicAddress } from './address-kind.ts';

/** The blocked ranges as the design names them, in bits. */
const blockedIpv4 = (
  '0/8 10/8 100.64/10 127/8 169.254/16 172.16/12 192.0.0/24 192.0.2/24 192.88.99/24 192.168/16 198.18/15 ' +
  '198.51.100/24 203.0.113/24 224/4 240/4 168.63.129.16/32'
)
  .split(' ')
  .map((block) => {
    const [address = '', length] = block.split('/');
    const bits = address.split('.').map((byte) => Number(byte).toString(2).padStart(8, '0'));
    return bits.join('').slice(0, Number(length));
  });

const isBlockedIpv4 = (bits: string) => blockedIpv4.some((prefix) => bits.startsWith(prefix));
const hex = (digits: string) =>
  [...digits].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');

/** IPv4-mapped, NAT64, 6to4. */
const carriers = [hex('00000000000000000000ffff'), hex('0064ff9b0000000000000000'), hex('2002')];
/** 2001::/23, 2001:db8::/32, 3fff::/20. */
const setAside = [hex('2001').concat('0000000'), hex('20010db8'), hex('3fff0')];

/** Public is global unicast without what is set aside in it, and what carries a public IPv4 address. */
function isPublicIpv6(bits: string): boolean {
  const carrier = carriers.find((prefix) => bits.startsWith(prefix));
  if (carrier !== undefined) return !isBlockedIpv4(bits.slice(carrier.length, carrier.length + 32));
  return bits.startsWith('001') && !setAside.some((prefix) => bits.startsWith(prefix));
}

/** AS112 and AMT: special, and reached from anywhere. */
const publicServices: ReadonlySet<string> = new Set(['as112', 'as112v6', 'amt']);
/** Ranges whose addresses are what the IPv4 addresses in them are. */
const carrying: ReadonlySet<string> = new Set(['ipv4Mapped', 'rfc6052', '6to4']);
const azurePlatform = '168.63.129.16';

/** Addresses at the edges of the ranges that ipaddr.js knows. */
function edgesOfRanges(address: string, width: number): fc.Arbitrary<bigint> {
  const { SpecialRanges } = ipaddr.parse(address) as unknown as { SpecialRanges: Record<string, unknown[]> };
  type Range = [start: { toByteArray(): number[] }, bits: number];
  const ranges = Object.values(SpecialRanges).flatMap((found) =>
    Array.isArray(found[0]) ? found : [found],
  ) as Range[];
  const edges = ranges.flatMap(([start, bits]) => {
    const digits = start.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'));
    return edgesOf(digits.join('').slice(0, bits), width);
  });
  return fc.constantFrom(...edges.map((bits) => BigInt(`0b${bits}`)));
}
const edgesOfIpv4 = edgesOfRanges('0.0.0.0', 32);
const edgesOfIpv6 = edgesOfRanges('::', 128);

/** The first and the last address that begin with these bits, and their neighbours. */
function edgesOf(prefix: string, width: number): string[] {
  const first = BigInt(`0b${prefix.padEnd(width, '0')}`);
  const last = BigInt(`0b${prefix.padEnd(width, '1')}`);
  const all = [first - 1n, first, last, last + 1n].filter((bits) => bits >= 0n && bits >> BigInt(width) === 0n);
  return all.map((bits) => bits.toString(2).padStart(width, '0'));
}

const toHost = (bits: string): string =>
  bits.length === 32
    ? (bits.match(/.{8}/g) as string[]).map((byte) => Number.parseInt(byte, 2)).join('.')
    : (bits.match(/.{16}/g) as string[]).map((group) => Number.parseInt(group, 2).toString(16)).join(':');

const textAndBits = (bits: bigint, width: number, text: fc.Arbitrary<string>) =>
  fc.record({ text, bits: fc.constant(bits.toString(2).padStart(width, '0')) });

describe('an address', () => {
  it('of IPv4 is public or not by its bits, in every notation', () => {
    const written = ipv4Bits.chain((bits) => textAndBits(bits, 32, ipv4TextOf(bits)));
    fc.assert(
      fc.property(written, ({ text, bits }) => void expect(isPublicAddress(text)).toBe(!isBlockedIpv4(bits))),
      { numRuns: 3000 },
    );
  });

  it('of IPv6 is public or not by its bits, in every notation', () => {
    const written = ipv6Bits.chain((bits) => textAndBits(bits, 128, ipv6TextOf(bits)));
    fc.assert(
      fc.property(written, fc.constantFrom('', '[]'), ({ text, bits }, brackets) => {
        const host = brackets === '' ? text : `[${text}]`;
        expect(isPublicAddress(host)).toBe(isPublicIpv6(bits));
      }),
      { numRuns: 3000 },
    );
  });

  it('at the edge of a range is public or not by its bits', () => {
    const edges = [
      ...blockedIpv4.flatMap((prefix) => edgesOf(prefix, 32)),
      ...[...setAside, '001', hex('0064ff9b0001'), hex('2002')].flatMap((prefix) => edgesOf(prefix, 128)),
      ...blockedIpv4.flatMap((prefix) => carriers.flatMap((carrier) => edgesOf(carrier + prefix, 128))),
    ];
    const judged = edges.map((bits) => [toHost(bits), isPublicAddress(toHost(bits))]);
    const expected = edges.map((bits) => [
      toHost(bits),
      bits.length === 32 ? !isBlockedIpv4(bits) : isPublicIpv6(bits),
    ]);
    expect(judged).toEqual(expected);
  });

  it('of IPv4 is public exactly when ipaddr.js knows of no special use', () => {
    fc.assert(
      fc.property(fc.oneof(ipv4Bits, edgesOfIpv4), (bits) => {
        const address = toHost(bits.toString(2).padStart(32, '0'));
        const range = ipaddr.parse(address).range();
        const isPublic = address !== azurePlatform && (range === 'unicast' || publicServices.has(range));
        expect([address, isPublicAddress(address)]).toEqual([address, isPublic]);
      }),
      { numRuns: 3000 },
    );
  });

  it('of IPv6 is public exactly when it is global unicast and ipaddr.js knows of no special use', () => {
    fc.assert(
      fc.property(fc.oneof(ipv6Bits, edgesOfIpv6), (bits) => {
        const address = toHost(bits.toString(2).padStart(128, '0'));
        const range = ipaddr.parse(address).range();
        fc.pre(!carrying.has(range) && !publicServices.has(range));
        // Global unicast is 2000::/3: ipaddr.js takes what nobody has assigned for unicast as well.
        const isPublic = range === 'unicast' && bits >> 125n === 1n;
        expect([address, isPublicAddress(address)]).toEqual([address, isPublic]);
      }),
      { numRuns: 3000 },
    );
  });

  it('with a zone is never public', () => {
    const written = ipv6Bits.chain(ipv6TextOf);
    fc.assert(
      fc.property(written, fc.constantFrom('%eth0', '%25eth0', '%1', '%', '%a%b'), (text, zone) => {
        expect(isPublicAddress(`${text}${zone}`)).toBe(false);
        expect(addressKindOf(`[${text}${zone}]`)).not.toBeNull();
      }),
    );
  });

  it.each(
    Object.entries({
      '0.0.0.0': 'unspecified',
      '10.255.255.255': 'private',
      '100.64.0.1': 'shared',
      '127.0.0.1': 'loopback',
      '127.1': 'loopback',
      '2130706433': 'loopback',
      '0x7f.1': 'loopback',
      '017700000001': 'loopback',
      '168.63.129.16': 'platform',
      '169.254.169.254': 'link_local',
      '0xa9fea9fe': 'link_local',
      '172.31.255.255': 'private',
      '172.32.0.0': 'public',
      '192.0.0.8': 'protocol',
      '192.0.2.1': 'documentation',
      '192.88.99.1': 'relay',
      '192.168.0.1': 'private',
      '198.19.255.255': 'benchmarking',
      '198.51.100.1': 'documentation',
      '203.0.113.1': 'documentation',
      '224.0.0.1': 'multicast',
      '250.0.0.1': 'reserved',
      '255.255.255.255': 'broadcast',
      '8.8.8.8': 'public',
      '::': 'unspecified',
      '::1': 'loopback',
      '[::1]': 'loopback',
      '::ffff:127.0.0.1': 'loopback',
      '::FFFF:7f00:1': 'loopback',
      '::ffff:8.8.8.8': 'public',
      '::127.0.0.1': 'reserved',
      '::8.8.8.8': 'reserved',
      '::ffff:0:127.0.0.1': 'reserved',
      '64:ff9b::10.0.0.1': 'private',
      '64:ff9b::8.8.8.8': 'public',
      '64:ff9b:1::8.8.8.8': 'private',
      '2002:7f00:1::': 'loopback',
      '2002:a9fe:a9fe::1': 'link_local',
      '2002:808:808::1': 'public',
      '2001:0:53aa:64c:0:0:f7f7:f7f7': 'tunnel',
      '2001:2::1': 'benchmarking',
      '2001:10::1': 'protocol',
      '2001:db8::1': 'documentation',
      '3fff:fff::1': 'documentation',
      '100::1': 'discard',
      'fc00::1': 'unique_local',
      'fd00:ec2::254': 'unique_local',
      'fe80::1': 'link_local',
      'fe80::1%eth0': 'link_local',
      'fec0::1': 'site_local',
      'ff02::1': 'multicast',
      '5f00::1': 'reserved',
      '4000::1': 'reserved',
      '2606:4700::1111': 'public',
      '2606:4700::1111%eth0': 'link_local',
      '2a00:1450:4001:81b::200e': 'public',
    }),
  )('%s is %s', (text, kind) => {
    expect(addressKindOf(text)).toBe(kind);
  });

  it.each([
    '',
    'localhost',
    'example.com',
    '1.2.3.4.example',
    '256.256.256.256',
    '[8.8.8.8]x',
    '::1::',
    '%',
    '[]',
    'g::',
  ])('is not %j', (text) => {
    expect(addressKindOf(text)).toBeNull();
    expect(isPublicAddress(text)).toBe(false);
  });
});
