import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queryList } from './query-list.ts';

const tags = z.strictObject({ tag: queryList({ max: 3 }) });
const colors = queryList({ member: z.enum(['red', 'blue']) });

describe('a list in a query string', () => {
  it('has the same meaning repeated, separated by commas, and mixed', () => {
    const value = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && !text.includes(','));
    const values = fc.uniqueArray(value, { minLength: 1, maxLength: 20 });
    const list = queryList();
    fc.assert(
      fc.property(values, fc.nat({ max: 20 }), (wanted, cut) => {
        const mixed = [wanted.slice(0, cut).join(','), wanted.slice(cut).join(',')];
        for (const spelling of [wanted, wanted.join(','), mixed]) expect(list.parse(spelling)).toEqual(wanted);
      }),
    );
  });

  it('trims its values and counts each once', () => {
    expect(tags.parse({ tag: ' a, b,,a ' })).toEqual({ tag: ['a', 'b'] });
    expect(tags.parse({ tag: ['a', 'b', 'a', 'b'] })).toEqual({ tag: ['a', 'b'] });
  });

  it.each([[{}], [{ tag: '' }], [{ tag: ' , ' }], [{ tag: [] }], [{ tag: ['', ','] }]])(
    'is undefined when %j has no values',
    (query) => {
      expect(tags.parse(query).tag).toBeUndefined();
    },
  );

  it.each([['a,b,c,d'], [['a', 'b', 'c', 'd']], [['a,b', 'c,d']]])('refuses %j, which has too many values', (tag) => {
    expect(tags.safeParse({ tag }).error?.issues).toMatchObject([{ code: 'too_big', path: ['tag'] }]);
  });

  it('checks each value by the schema of its members', () => {
    expect(colors.parse(['red', 'blue'])).toEqual(['red', 'blue']);
    expect(colors.safeParse('red,green').success).toBe(false);
  });
});
