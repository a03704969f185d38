import fc from 'fast-check';
import { expect, it } from 'vitest';
import { neutralise, restore } from './formula-cells.ts';

it.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1", "''-x"])(
  '%j is kept from running',
  (text) => {
    expect(neutralise(text)).toBe(`'${text}`);
  },
);

it.each(['', 'text', "'quoted'", '-5', '+49', '-12.5', '-12,5', 'a=b'])('%j stays as it is', (text) => {
  expect(neutralise(text)).toBe(text);
  expect(restore(text)).toBe(text);
});

it('gives every text back, however often it was neutralised', () => {
  const risky = fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '\t', '\r', '\n', '1', 'a', '.', '＝') });
  fc.assert(
    fc.property(fc.oneof(risky, fc.string({ unit: 'binary' })), (text) => {
      expect(restore(neutralise(text))).toBe(text);
      expect(restore(restore(neutralise(neutralise(text))))).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

it('leaves nothing that a spreadsheet would run', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(neutralise(text)).not.toMatch(/^[=+\-@\t\r\n](?!\d+([.,]\d+)?$)/);
    }),
  );
});
