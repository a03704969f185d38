import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfterSeconds } from './retry-after.ts';

/** The moment of the examples of RFC 9110 §5.6.7. */
const example = Date.UTC(1994, 10, 6, 8, 49, 37) / 1000;

describe('Retry-After', () => {
  it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    'is read as a date in each form a recipient must accept: %s',
    (value) => {
      expect(parseRetryAfterSeconds(value, example - 90)).toBe(90);
      expect(parseRetryAfterSeconds(` ${value} `, example + 1)).toBe(0);
    },
  );

  it('is read as any date JavaScript writes', () => {
    const moment = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (date) => {
        expect(parseRetryAfterSeconds(date.toUTCString(), 0)).toBe(Math.floor(date.getTime() / 1000));
      }),
    );
  });

  it('takes a year of two digits for the last one when it seems more than 50 years ahead', () => {
    const now = Date.UTC(2026, 0, 1) / 1000;
    const at = (value: string) => (parseRetryAfterSeconds(value, 0) as number) * 1000;
    expect(parseRetryAfterSeconds('Thursday, 01-Jan-76 00:00:00 GMT', now)).toBeGreaterThan(0);
    expect(parseRetryAfterSeconds('Saturday, 01-Jan-77 00:00:00 GMT', now)).toBe(0);
    expect(new Date(at('Thursday, 01-Jan-98 00:00:00 GMT')).getUTCFullYear()).toBe(1998);
  });

  it.each(['0', '7', '007', '86400'])('is read as seconds: %s', (value) => {
    expect(parseRetryAfterSeconds(value, example)).toBe(Number(value));
  });

  it.each([
    null,
    undefined,
    '',
    '1.5',
    '-1',
    '+1',
    '1e3',
    '5 s',
    '٥',
    '2023-11-14T22:13:20Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'sun, 06 nov 1994 08:49:37 gmt',
    'Sun, 31 Jun 2030 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:60:00 GMT',
    'Sun, 06 Nov 1994 08:49:61 GMT',
  ])('that is neither is ignored: %j', (value) => {
    expect(parseRetryAfterSeconds(value, example)).toBeNull();
  });

  it('may be a leap second', () => {
    expect(parseRetryAfterSeconds('Sat, 31 Dec 2016 23:59:60 GMT', Date.UTC(2016, 11, 31, 23, 59, 50) / 1000)).toBe(10);
  });
});
