import { describe, expect, it } from 'vitest';
import { containsPattern, searchWords } from './search-conditions.ts';

describe('the words of a search', () => {
  it.each([
    ['Blue  Mug', ['blue', 'mug']],
    ['CAFÉ crème', ['cafe', 'creme']],
    ['ﬁlter', ['filter']],
    ['mug mugs MUG', ['mugs']],
    ['\u0301', []],
  ])('of %j are %j', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  it('stand for themselves in a pattern', () => {
    expect(containsPattern('100%_\\')).toBe('%100\\%\\_\\\\%');
  });
});
