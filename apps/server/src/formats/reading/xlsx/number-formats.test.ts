import { describe, expect, it } from 'vitest';
import { meaningOf, toIsoDate } from './number-formats.ts';

describe('a number format', () => {
  it.each([
    ['yyyy-mm-dd', 'date'],
    ['[$-407]d. mmmm yyyy;@', 'date'],
    ['[h]:mm:ss', 'date'],
    ['mm:ss.0', 'date'],
    ['0.00', 'number'],
    ['#,##0.00 "days"', 'number'],
    ['[Red]0.00;[Blue]-0.00', 'number'],
    ['0\\d', 'number'],
    ['General', 'number'],
    ['_-* #,##0.00 "€"_-', 'number'],
    ['0000000000000', 'digits'],
    ['0', 'number'],
  ])('%s shows a %s', (code, kind) => {
    expect(meaningOf(code).kind).toBe(kind);
  });
});

describe('a serial number', () => {
  it.each([
    [0, false, '1899-12-31'],
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [61, false, '1900-03-01'],
    [46053, false, '2026-01-31'],
    [46053.5, false, '2026-01-31T12:00:00'],
    [46053.000011574, false, '2026-01-31T00:00:01'],
    [0.75, false, '18:00:00'],
    [0, true, '1904-01-01'],
    [2_958_465, false, '9999-12-31'],
    [2_958_466, false, null],
    [-1, false, null],
    [Number.NaN, false, null],
  ])('%d, from 1904: %s, is %s', (serial, from1904, date) => {
    expect(toIsoDate(serial, from1904)).toBe(date);
  });
});
