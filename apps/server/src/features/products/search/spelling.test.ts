import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differByOneTypo, isSpelled, spellingsOf } from './spelling.ts';

describe('differByOneTypo', () => {
  it.each([
    ['canon', 'cannon'],
    ['canon', 'cano'],
    ['canon', 'kanon'],
    ['canon', 'acnon'],
    ['canon', 'canno'],
    ['größe', 'größen'],
  ])('is true for %s and %s', (one, other) => {
    expect(differByOneTypo(one, other)).toBe(true);
    expect(differByOneTypo(other, one)).toBe(true);
  });

  it.each([
    ['canon', 'canon'],
    ['canon', 'canonen'],
    ['canon', 'caonns'],
    ['canon', 'nikon'],
    ['abcd', 'badc'],
  ])('is false for %s and %s', (one, other) => {
    expect(differByOneTypo(one, other)).toBe(false);
  });
});

describe('spellingsOf', () => {
  it('has one in common for every two words that differ by one typo', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        fc.pre(differByOneTypo(one, other));
        expect(spellingsOf(one).filter((spelling) => spellingsOf(other).includes(spelling))).not.toEqual([]);
      }),
    );
  });
});

describe('isSpelled', () => {
  it.each(['mug', 'eos600d', '5169', 'x'.repeat(41)])('does not forgive typos in %s', (word) => {
    expect(isSpelled(word)).toBe(false);
  });
});
