import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonError } from './json-syntax.ts';

/** The position V8 names; it names one for some kinds of errors only. */
function nativePosition(text: string): number | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    return position === undefined ? undefined : Number(position);
  }
  return undefined;
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Valid JSON with one character removed, added or replaced. */
const damaged = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', ',', ':', '}', ']', '"', 'x', '\\', '1', '-', '\n', '{'),
    fc.boolean(),
  )
  .map(([text, at, char, replace]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + char + text.slice(replace ? cut + 1 : cut);
  })
  .filter((text) => !isJson(text));

describe('the position of a JSON error', () => {
  it.each([
    ['{"a":x}', 5],
    ['{"a":1,}', 7],
    ['[1 2]', 3],
    ['[1,]', 3],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['01', 1],
    ['{"a":1}}', 7],
    ['[}', 1],
    ['"\\x"', 2],
    ['"\u0001"', 1],
    ['tru', 3],
    ['[nil]', 2],
    ['NaN', 0],
    ["{'a':1}", 1],
    ['', 0],
    ['{"a":', 5],
    ['[1,2', 4],
    ['"abc', 4],
  ])('of %j is %i', (text, position) => {
    expect(findJsonError(text)).toEqual({ position });
  });

  it('equals that of V8, if it names one', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const native = nativePosition(text);
        fc.pre(native !== undefined && !/[-0-9]/.test(text) && !text.includes('\\'));
        expect(findJsonError(text).position).toBe(native);
      }),
      { numRuns: 300 },
    );
  });

  it('is within the text for any damage', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const { position } = findJsonError(text);
        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('needs no recursion for deep texts', () => {
    expect(findJsonError('['.repeat(1_000_000))).toEqual({ position: 1_000_000 });
  });
});
