import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNumber, parseNumber } from './number-text.ts';

describe('a number in a cell', () => {
  it.each([
    ['12.5', undefined, 12.5],
    ['12,5', undefined, 12.5],
    ['1.234,56', undefined, 1234.56],
    ['1,234.56', undefined, 1234.56],
    ['1 234,5', undefined, 1234.5],
    ["1'234.50", undefined, 1234.5],
    ['1,234', undefined, null],
    ['0,125', undefined, 0.125],
    ['1.234', '.', 1.234],
    ['1.234', undefined, null],
    ['-1.234', undefined, null],
    ['12.345', undefined, null],
    ['0.125', undefined, 0.125],
    ['1234.567', undefined, 1234.567],
    ['1.2345', undefined, 1.2345],
    ['1.234.567', undefined, 1234567],
    ['1’234.50', undefined, 1234.5],
    ['1.234', ',', 1234],
    ['1,234', '.', 1234],
    ['1,234', ',', 1.234],
    ['12,5', '.', null],
    ['12.5', ',', null],
    ['-3', undefined, -3],
    ['.5', undefined, 0.5],
    ['1e3', undefined, 1000],
    ['1e999', undefined, null],
    ['', undefined, null],
    ['.', undefined, null],
    ['12 EUR', undefined, null],
    ['0x10', undefined, null],
    ['Infinity', undefined, null],
  ] as const)('%j with the separator %j is %s', (text, separator, value) => {
    expect(parseNumber(text, separator)).toBe(value);
  });

  it('is parsed as it was written, whether the separator is given or not', () => {
    const number = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer().map((value) => value / 10_000),
      fc.integer({ min: -999_999, max: 999_999 }).map((value) => value / 1000),
    );
    fc.assert(
      fc.property(number, fc.constantFrom('.' as const, ',' as const), (value, separator) => {
        const text = formatNumber(value, separator);
        expect(parseNumber(text, separator)).toBe(value);
        expect(parseNumber(text, undefined)).toBe(value);
      }),
    );
  });
});
