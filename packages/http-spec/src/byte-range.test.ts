import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatContentRange, parseByteRange } from './byte-range.ts';

describe('a Range field', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-499', { start: 0, end: 499 }],
    ['bytes=500-', { start: 500, end: 999 }],
    ['bytes=-1', { start: 999, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=900-5000', { start: 900, end: 999 }],
    ['Bytes = 1-2', { start: 1, end: 2 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=0-1,5-6', null],
    ['bytes=', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    ['items=0-1', null],
    ['', null],
  ])('%j of 1000 bytes is %j', (field, expected) => {
    expect(parseByteRange(field, 1000)).toEqual(expected);
  });

  it('never names a byte a file does not have', () => {
    const position = fc.option(fc.nat({ max: 50 }), { nil: '' });
    fc.assert(
      fc.property(position, position, fc.nat({ max: 40 }), (first, last, size) => {
        const range = parseByteRange(`bytes=${first}-${last}`, size);
        if (range === null || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});

it('a Content-Range says which bytes of how many', () => {
  expect(formatContentRange({ start: 1, end: 2 }, 10)).toBe('bytes 1-2/10');
  expect(formatContentRange(null, 10)).toBe('bytes */10');
});
