import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalsInConstantTime, parseHex, toHex } from './bytes.ts';
import { formatSignatureHeader, parseSignatureHeader } from './signature-header.ts';

const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
const unknownPart = fc.constantFrom('v0=abc', 'v2=00', 'x', '', 'T=5', 'v1a=00', 'V1=00', 't1=2');

describe('a signature field', () => {
  it('can be parsed as it was written', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(digest, { minLength: 1 }), (t, signatures) => {
        expect(parseSignatureHeader(formatSignatureHeader(`${t}`, signatures))).toEqual({ t: `${t}`, signatures });
      }),
    );
  });

  it('is read in any order, with unknown parts in between', () => {
    const parts = fc
      .tuple(fc.nat(), fc.array(digest, { minLength: 1, maxLength: 3 }), fc.array(unknownPart))
      .chain(([t, signatures, unknown]) => {
        const all = [`t=${t}`, ...signatures.map((bytes) => `v1=${toHex(bytes)}`), ...unknown];
        const shuffled = fc.shuffledSubarray(all, { minLength: all.length });
        return fc.record({ t: fc.constant(`${t}`), signatures: fc.constant(signatures), shuffled });
      });
    fc.assert(
      fc.property(parts, fc.constantFrom(',', ', ', ' ,\t'), ({ t, signatures, shuffled }, comma) => {
        const header = parseSignatureHeader(shuffled.join(comma));
        expect(header?.t).toBe(t);
        expect(header?.signatures.map(toHex).sort()).toEqual(signatures.map(toHex).sort());
      }),
    );
  });

  it('of any text is read or refused, never an error', () => {
    const text = fc.oneof(
      anyText(),
      fc.array(fc.constantFrom('t', 'v1', '=', ',', ' ', '0', 'f', '\0')).map((parts) => parts.join('')),
    );
    fc.assert(fc.property(text, (field) => void parseSignatureHeader(field)));
  });
});

describe('bytes', () => {
  it('are restored from hexadecimal, in either case', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
        expect(parseHex(toHex(bytes))).toEqual(bytes);
        expect(parseHex(toHex(bytes).toUpperCase())).toEqual(bytes);
      }),
    );
  });

  it.each(['', 'a', 'abc', 'zz', '0x', 'ab ', '１２'])('are not read from %j', (text) => {
    expect(parseHex(text)).toBeNull();
  });

  it('are equal exactly when all of them are', () => {
    const bytes = fc.uint8Array({ maxLength: 4, max: 2 });
    fc.assert(
      fc.property(bytes, bytes, (one, two) => {
        expect(equalsInConstantTime(one, two)).toBe(Buffer.compare(one, two) === 0);
      }),
    );
  });
});
