import { describe, expect, it } from 'vitest';
import { valuesAt } from './tiers.ts';

const places = Array.from({ length: 12 }, (_, index) => index);

describe('in the tier "behavior"', () => {
  it('twelve places in a row try each value once', () => {
    const values = Array.from({ length: 44 }, (_, index) => index);
    for (const first of [0, 7]) {
      const tried = places.map((place) => valuesAt(first + place, values));
      expect(tried.flat().sort((a, b) => a - b)).toEqual(values);
      expect(tried.map(({ length }) => length).filter((length) => length < 3)).toEqual([]);
    }
  });

  it('every place tries at least one value, and all of them are tried', () => {
    for (const values of [['a'], ['a', 'b'], ['a', 'b', 'c', 'd', 'e']]) {
      const tried = places.map((place) => valuesAt(place, values));
      expect(tried.filter(({ length }) => length === 0)).toEqual([]);
      expect(new Set(tried.flat())).toEqual(new Set(values));
    }
  });
});
