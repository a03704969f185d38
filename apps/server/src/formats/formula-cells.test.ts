import { buffer } from 'node:stream/consumers';
import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from '#testing/formats/table-files.ts';
import { neutralise, restore } from './formula-cells.ts';
import { writeTable } from './index.ts';

/** Characters that spreadsheets skip or show as nothing. */
const unseen = [
  ...['\t', '\n', '\v', '\f', '\r', ' ', '\u0085', '\u00a0', '\u1680', '\u2003', '\u2028', '\u202f', '\u3000'],
  ...['\u0001', '\u001f', '\u007f', '\u00ad', '\u034f', '\u061c', '\u115f', '\u180e', '\u200b', '\u200e', '\u2060'],
  ...['\u2800', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\u{e0020}'],
];
const begins = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'];

describe('a text that a spreadsheet would run', () => {
  it.each([...begins.map((begin) => `${begin}SUM(1)`), '\tx', '\rx', '\nx', "'=1", "''-x"])(
    'is neutralised: %j',
    (text) => {
      expect(neutralise(text)).toBe(`'${text}`);
    },
  );

  it.each(unseen)('is neutralised after %j', (character) => {
    for (const begin of begins) expect(neutralise(`${character}${begin}1+1`)).toBe(`'${character}${begin}1+1`);
    expect(neutralise(`${character} ${character}=1`)).toBe(`'${character} ${character}=1`);
  });
});

it.each(['', 'text', "'quoted'", '-5', '+49', '-12.5', '-12,5', 'a=b', ' a', '\u00a0a = b', '\u200bx'])(
  'a text that is not a formula is unchanged: %j',
  (text) => {
    expect(neutralise(text)).toBe(text);
    expect(restore(text)).toBe(text);
  },
);

const risky = fc.string({ unit: fc.constantFrom("'", "'", ...begins, ...unseen, '1', 'a', '.') });
const anyCell = fc.oneof(risky, anyText());

it('every text is restored, however often it is neutralised', () => {
  fc.assert(
    fc.property(anyCell, (text) => {
      expect(restore(neutralise(text))).toBe(text);
      expect(restore(restore(neutralise(neutralise(text))))).toBe(text);
    }),
    { numRuns: 3000 },
  );
});

it('no text remains that a spreadsheet would run', () => {
  const shown = new RegExp(`^[${unseen.join('')}]*[${begins.join('').replace('-', '\\-')}](?!\\d+([.,]\\d+)?$)`, 'u');
  fc.assert(
    fc.property(anyCell, (text) => {
      expect(neutralise(text)).not.toMatch(shown);
    }),
    { numRuns: 3000 },
  );
});

it.each([',', '\t'])('every text that looks like a formula is restored from a file with %j', async (delimiter) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(risky, risky), { minLength: 1, maxLength: 5 }), async (rows) => {
      const filled = rows.map(([first, second]) => ['x', first, second]);
      const bytes = await buffer(writeTable({ format: 'csv', delimiter }, ['sku', '=a', ' +b'], filled));
      const read = await readTable(bytes, 'table.csv', { delimiter });
      expect(read.columns).toEqual(['sku', '=a', '+b']);
      expect(read.rows.map(({ cells }) => cells)).toEqual(filled);
    }),
    { numRuns: 100 },
  );
});
