import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transformValue, truncate } from './transform-value.ts';

const words = { label: (option: string) => `the ${option}`, categoryPath: (code: string) => `Home > ${code}` };

describe('a transformation', () => {
  it.each([
    ['<b>Hi</b>', ['stripHtml'], 'Hi'],
    ['Ab', ['lowercase'], 'ab'],
    ['Ab', ['uppercase'], 'AB'],
    ['red', ['label', 'uppercase'], 'THE RED'],
    ['mugs', ['categoryPath'], 'Home > mugs'],
    [['a', 'b', 'c'], ['first'], 'a'],
    [['a', 'b', 'c'], ['rest'], ['b', 'c']],
    [['a'], ['rest'], null],
    ['a', ['first'], 'a'],
    ['a', ['rest'], null],
    [['a', 'b'], [{ join: ', ' }], 'a, b'],
    [
      ['a', 'b'],
      [{ prefix: 'x-' }, { suffix: '!' }],
      ['x-a!', 'x-b!'],
    ],
    [['red', 'blue'], [{ map: { red: 'Rot' } }], ['Rot', 'blue']],
    [7, [{ map: { '7': 'seven' } }], 'seven'],
    [true, [{ prefix: 'is ' }], 'is true'],
    ['toString', [{ map: { red: 'Rot' } }], 'toString'],
    ['<p></p>', ['stripHtml'], null],
    ['one two three', [{ truncate: 9 }], 'one two'],
  ] as const)('makes of %j by %j %j', (value, steps, expected) => {
    expect(transformValue(value, steps, words)).toEqual(expected);
  });

  it('does not cut text below its limit, nor a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const cut = truncate(text, max);
        expect([...cut].length).toBeLessThanOrEqual(max);
        expect(text.startsWith(cut)).toBe(true);
        if ([...text].length <= max) expect(cut).toBe(text);
      }),
    );
  });
});
