import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ipv4Bits, ipv4TextOf, ipv6Bits, ipv6TextOf } from '../../test-support/addresses.ts';
import { parseIpv4 } from './parse-ipv4.ts';
import { parseIpv6 } from './parse-ipv6.ts';

const toNumber = (bytes: Uint8Array | null) => bytes?.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** What the URL standard makes of a host: the address as four bytes, or null when it is none. */
function hostOf(text: string): string | null {
  try {
    const { hostname } = new URL(`http://${text}/`);
    return isIPv4(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

describe('an IPv4 address', () => {
  it('is read in every notation', () => {
    const written = ipv4Bits.chain((bits) => fc.record({ bits: fc.constant(bits), text: ipv4TextOf(bits) }));
    fc.assert(fc.property(written, ({ bits, text }) => void expect(toNumber(parseIpv4(text))).toBe(bits)));
  });

  it('is parsed like a host in the URL standard, and nothing else is', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '0',
        '00',
        '0x',
        '0X1f',
        '08',
        '0377',
        '0400',
        '255',
        '256',
        '65536',
        '4294967295',
        '4294967296',
        '',
      ),
      fc.string({ unit: fc.constantFrom(...'01789abfx'), maxLength: 4 }),
    );
    const text = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(text, (host) => {
        const bytes = parseIpv4(host);
        expect(bytes === null ? null : bytes.join('.')).toBe(hostOf(host));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '',
    '.',
    '1.2.3.4.5',
    '1.2.3.4.0',
    '1.2.3.4.0.0',
    '1..2',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '1.2.3.4\n',
    '٣',
    '127.0.0.1%lo',
    '0x1g',
    '1_0',
  ])('is not %j', (text) => {
    expect(parseIpv4(text)).toBeNull();
  });
});

describe('an IPv6 address', () => {
  it('is read in every notation', () => {
    const written = ipv6Bits.chain((bits) => fc.record({ bits: fc.constant(bits), text: ipv6TextOf(bits) }));
    fc.assert(
      fc.property(written, ({ bits, text }) => {
        expect(isIPv6(text)).toBe(true);
        expect(toNumber(parseIpv6(text))).toBe(bits);
      }),
    );
  });

  it('is accepted exactly when Node accepts it', () => {
    const piece = fc.constantFrom(
      ':',
      '::',
      '0',
      '1',
      'ffff',
      'FFFF',
      '10000',
      '1.2.3.4',
      '256.1.1.1',
      '01.2.3.4',
      'g',
      '.',
    );
    const text = fc.array(piece, { maxLength: 17 }).map((pieces) => pieces.join(''));
    const colons = fc
      .array(fc.constantFrom('0', 'a', '', '1.2.3.4'), { maxLength: 10 })
      .map((parts) => parts.join(':'));
    fc.assert(
      fc.property(fc.oneof(text, colons), (host) => void expect(parseIpv6(host) !== null).toBe(isIPv6(host))),
      { numRuns: 2000 },
    );
  });

  it.each([
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4::5:6:7:8',
    '::1:2:3:4:5:6:7:8',
    '1::2::3',
    ':1:2:3:4:5:6:7',
    '1.2.3.4::',
  ])('is not %s', (text) => {
    expect([parseIpv6(text), isIPv6(text)]).toEqual([null, false]);
  });
});
