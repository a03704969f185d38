import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderJson } from './render-json.ts';

/** UTF-8 must not be cut between chunks. */
const textOf = async (value: unknown) => String(await renderJson(value));

describe('a response as JSON', () => {
  it('is the text that JSON.stringify makes, large or small', async () => {
    const small = fc.jsonValue({ maxDepth: 3 });
    await fc.assert(
      fc.asyncProperty(small, fc.nat(3), async (value, times) => {
        const large = {
          data: Array.from({ length: times * 500 }, (_, n) => ({
            n,
            value,
            list: [value],
            text: '😀'.repeat(times * 50),
          })),
        };
        expect(await textOf(large)).toBe(JSON.stringify(large));
      }),
      { numRuns: 30 },
    );
  });

  it('leaves out what JSON cannot hold as JSON.stringify does', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => n);
    const odd = {
      many,
      gone: undefined,
      date: new Date(0),
      list: [undefined, ...many, undefined],
      nested: { deeper: { many, gone: undefined }, own: { toJSON: () => ({ many }) } },
      ['__proto__']: many,
      'a "b"': many,
    };
    expect(await textOf(odd)).toBe(JSON.stringify(odd));
    expect(await textOf(many)).toBe(JSON.stringify(many));
    for (const value of [null, 'x', 1, true, [], {}]) expect(await textOf(value)).toBe(JSON.stringify(value));
  });
});
