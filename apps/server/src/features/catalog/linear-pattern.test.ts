import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearPattern, problemOfPattern } from './linear-pattern.ts';

describe('a pattern', () => {
  it.each([
    '^[A-Z]{2}\\d{6}$',
    '(?i)^art-\\p{L}+$',
    '^(?P<year>\\d{4})-(?<month>\\d\\d)$',
    '^(a+)+$',
    '^[^@]{1,64}@[^@]{1,255}$',
  ])('of RE2 syntax is accepted: %s', (source) => {
    expect(problemOfPattern(source)).toBeNull();
  });

  it.each(['(?=a)', '(?<!a)b', '(a)\\1', '[a', 'a{2,1}', 'a{1001}', '*'])(
    'that RE2 cannot run is refused: %s',
    (source) => {
      expect(problemOfPattern(source)).toMatch(/^Is not valid RE2 syntax: \S/);
    },
  );

  it.each(['.{701}', '(?:(?:a{0,30}){0,30})', '(a?){400}a{400}'])('that is too large is refused: %s', (source) => {
    expect(problemOfPattern(source)).toMatch(/too complex/);
  });

  it('is matched anywhere in the text unless it is anchored', () => {
    expect(linearPattern('b+').test('abbc')).toBe(true);
    expect(linearPattern('^b+$').test('abbc')).toBe(false);
  });

  it('that makes a backtracking engine hang is matched immediately', () => {
    const hostile = linearPattern('^(a+)+$');
    const text = `${'a'.repeat(hostile.maxLength - 1)}!`;
    expect(text.length).toBeGreaterThan(10_000);
    expect(hostile.test(text)).toBe(false);
  });

  it('accepts shorter texts the larger it is', () => {
    const small = linearPattern('^\\d+$').maxLength;
    const large = linearPattern('.{690}').maxLength;
    expect(large).toBeLessThan(small);
    expect(large).toBeGreaterThanOrEqual(500);
  });

  it('counts its steps by its size and the length of the text', () => {
    const pattern = linearPattern('^\\d+$');
    expect(pattern.stepsOf('12345')).toBe(5 * pattern.stepsOf('1'));
    expect(pattern.stepsOf('x'.repeat(pattern.maxLength))).toBeLessThanOrEqual(350_000);
  });

  it('works when more patterns are used than are kept compiled', () => {
    const first = linearPattern('^first$');
    expect(first.test('first')).toBe(true);
    for (let n = 0; n < 400; n += 1) expect(linearPattern(`^p${n}$`).test(`p${n}`)).toBe(true);
    expect(first.test('first')).toBe(true);
  });

  it('agrees with JavaScript on their common syntax', () => {
    const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\d', '(?:ab)');
    const part = fc.tuple(atom, fc.constantFrom('', '?', '*', '+', '{1,3}')).map((pair) => pair.join(''));
    const source = fc
      .tuple(fc.constantFrom('', '^'), fc.array(part, { minLength: 1, maxLength: 6 }), fc.constantFrom('', '$'))
      .map(([start, parts, end]) => `${start}${parts.join('')}${end}`);
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' '), maxLength: 20 });
    fc.assert(
      fc.property(source, text, (pattern, subject) => {
        expect(linearPattern(pattern).test(subject)).toBe(new RegExp(pattern, 'u').test(subject));
      }),
      { numRuns: 500 },
    );
  });
});
