import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RepeatedNames } from './repeated-names.ts';

it('includes every name that occurs more than once', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (once, twice) => {
      const names = new RepeatedNames();
      for (const name of [...twice, ...once, ...twice]) names.add(name);
      expect(twice.every((name) => names.has(name))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

it('has fewer than one false positive per hundred of 200,000 similar names', () => {
  const names = new RepeatedNames();
  const all = Array.from({ length: 200_000 }, (_, number) => `SHOE-${number}-${number % 7}`);
  for (const name of all) names.add(name);
  expect(all.filter((name) => names.has(name)).length).toBeLessThan(2_000);
});
