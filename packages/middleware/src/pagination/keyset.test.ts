import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareKeys, cutPage, type KeysetPosition, type KeyValue, sortByKeys } from './keyset.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', 'é', '～', '😀', ' '), maxLength: 2 });
const number = fc.oneof(fc.constantFrom(0, 1, 2), fc.double({ noNaN: true, noDefaultInfinity: true }));
const orNull = (value: fc.Arbitrary<KeyValue>) => fc.option(value, { nil: null, freq: 4 });
const direction = fc.constantFrom('asc' as const, 'desc' as const);

/** Lists whose sort values repeat often, so that ids decide. */
const positions = fc.uniqueArray(
  fc.record({ values: fc.tuple(orNull(text), orNull(number)), id: fc.string({ minLength: 1, maxLength: 3 }) }),
  { selector: ({ id }) => id, maxLength: 40 },
);

const itself = (position: KeysetPosition) => position;

describe('keyset order', () => {
  test('is total: antisymmetric, transitive, and equal only for the same record', () => {
    fc.assert(
      fc.property(positions, direction, (list, way) => {
        const sorted = sortByKeys(list, itself, way);
        for (const [left, one] of sorted.entries()) {
          for (const [right, other] of sorted.entries()) {
            expect(Math.sign(compareKeys(one, other, way))).toBe(Math.sign(left - right));
          }
        }
      }),
    );
  });

  test('is reversed by the other direction', () => {
    fc.assert(
      fc.property(positions, (list) => {
        expect(sortByKeys(list, itself, 'desc')).toEqual(sortByKeys(list, itself, 'asc').reverse());
      }),
    );
  });

  test('pages through a set without repeating or missing a record', () => {
    fc.assert(
      fc.property(positions, direction, fc.integer({ min: 1, max: 7 }), (list, way, limit) => {
        const read = (after: KeysetPosition | null) =>
          sortByKeys(list, itself, way)
            .filter((row) => after === null || compareKeys(row, after, way) > 0)
            .slice(0, limit + 1);
        const seen: KeysetPosition[] = [];
        let page = cutPage(read(null), limit);
        seen.push(...page.rows);
        while (page.hasMore) {
          page = cutPage(read(page.rows.at(-1) ?? null), limit);
          expect(page.rows.length).toBeGreaterThan(0);
          seen.push(...page.rows);
        }
        expect(seen).toEqual(sortByKeys(list, itself, way));
      }),
    );
  });

  test('keeps its place when records before it come and go', () => {
    fc.assert(
      fc.property(positions, positions, fc.integer({ min: 0, max: 39 }), (list, others, index) => {
        const sorted = sortByKeys(list, itself);
        const last = sorted[index % Math.max(1, sorted.length)];
        if (last === undefined) return;
        const rest = sorted.filter((row) => compareKeys(row, last) > 0);
        const before = others.filter((row) => compareKeys(row, last) < 0);
        const changed = sortByKeys([...rest, ...before], itself);
        expect(changed.filter((row) => compareKeys(row, last) > 0)).toEqual(rest);
      }),
    );
  });

  test('puts null after every value in ascending order', () => {
    const rows = [null, 'b', '', 'a'].map((value, index) => ({ values: [value], id: String(index) }));
    expect(sortByKeys(rows, itself).map(({ values }) => values[0])).toEqual(['', 'a', 'b', null]);
    expect(sortByKeys(rows, itself, 'desc').map(({ values }) => values[0])).toEqual([null, 'b', 'a', '']);
  });

  test('compares texts by code point', () => {
    const rows = ['😀', '～', 'é', 'z', 'Z'].map((value) => ({ values: [value], id: '1' }));
    expect(sortByKeys(rows, itself).map(({ values }) => values[0])).toEqual(['Z', 'z', 'é', '～', '😀']);
  });

  test('refuses values that cannot be in one column', () => {
    expect(() => compareKeys({ values: ['1'], id: 'a' }, { values: [1], id: 'b' })).toThrow(TypeError);
    expect(() => compareKeys({ values: ['1'], id: 'a' }, { values: [], id: 'b' })).toThrow(TypeError);
  });
});
