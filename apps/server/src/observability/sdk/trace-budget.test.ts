import { expect, it } from 'vitest';
import { createTraceBudget } from './trace-budget.ts';

const countBegun = (begins: () => boolean, requests: number) =>
  Array.from({ length: requests }, begins).filter(Boolean).length;

it('lets as many traces begin in a second as it may, and as many again in the next', () => {
  let now = 5_000_000;
  const begins = createTraceBudget({ ratio: 1, perSecond: 3, now: () => now });
  expect(countBegun(begins, 2)).toBe(2);
  expect(countBegun(begins, 10)).toBe(1);
  now += 1000;
  expect(countBegun(begins, 10)).toBe(3);
});

it('lets none begin at a ratio of 0, and about half of them at 0.5', () => {
  expect(countBegun(createTraceBudget({ ratio: 0, perSecond: 1000 }), 1000)).toBe(0);
  const half = countBegun(createTraceBudget({ ratio: 0.5, perSecond: 10_000, now: () => 1 }), 10_000);
  expect(half).toBeGreaterThan(4500);
  expect(half).toBeLessThan(5500);
});
