import { listingStatuses } from '@product-content/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CountedRecord, FigureChanges, figureNames, listingAfterChange } from './record-state.ts';

const record: fc.Arbitrary<CountedRecord> = fc.record({
  inScope: fc.boolean(),
  ready: fc.boolean(),
  warningCount: fc.nat(2),
  listingStatus: fc.constantFrom(...listingStatuses),
});

function figuresOf(records: readonly CountedRecord[]) {
  const figures = new FigureChanges();
  for (const one of records) figures.add('c', null, one);
  return figures.entries()[0]?.by ?? Object.fromEntries(figureNames.map((name) => [name, 0]));
}

it('statistics changed step by step equal those counted at the end', () => {
  const history = fc.array(fc.tuple(fc.nat(4), fc.option(record)), { maxLength: 30 });
  fc.assert(
    fc.property(history, (changes) => {
      const records = new Map<number, CountedRecord>();
      const figures = new FigureChanges();
      for (const [key, after] of changes) {
        figures.add('c', records.get(key) ?? null, after);
        if (after === null) records.delete(key);
        else records.set(key, after);
      }
      const counted = figuresOf([...records.values()]);
      expect(figures.entries()[0]?.by ?? figuresOf([])).toEqual(counted);
    }),
  );
});

it.each([
  ['listed', 'a', 'a', 'listed'],
  ['listed', 'a', 'b', 'outdated'],
  ['submitted', 'a', 'b', 'outdated'],
  ['submitted', 'a', 'a', 'submitted'],
  ['outdated', 'a', 'a', 'listed'],
  ['not_listed', null, 'a', 'not_listed'],
  ['rejected', 'a', 'b', 'rejected'],
  ['queued', 'a', 'b', 'queued'],
] as const)('what is %s with %s and becomes %s is %s', (status, publishedHash, payloadHash, expected) => {
  expect(listingAfterChange(status, { publishedHash, payloadHash })).toBe(expected);
});
