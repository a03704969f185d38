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
    ['1.234', undefined, 1.234],
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

  it('is read as it was written', () => {
    const number = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer().map((value) => value / 10_000),
    );
    fc.assert(
      fc.property(number, fc.constantFrom('.' as const, ',' as const), (value, separator) => {
        expect(parseNumber(formatNumber(value, separator), separator)).toBe(value);
      }),
    );
  });
});
