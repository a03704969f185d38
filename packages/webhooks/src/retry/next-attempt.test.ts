import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxJitter, maxRetryAfterSeconds, type NextAttempt, nextAttempt } from './next-attempt.ts';
import { parseRetrySchedule, retrySchedule } from './retry-schedule.ts';

describe('the next attempt', () => {
  it('comes after each wait of the schedule, then not at all', () => {
    const waits = Array.from({ length: 9 }, (_, index) => nextAttempt({ attempt: index + 1 })?.waitSeconds ?? null);
    expect(waits).toEqual([60, 300, 1800, 7200, 21_600, 43_200, 86_400, null, null]);
  });

  it('increments the number of the attempt', () => {
    expect(nextAttempt({ attempt: 3 })?.attempt).toBe(4);
  });

  it('follows another schedule', () => {
    expect(nextAttempt({ attempt: 2, schedule: [0.1, 0.2] })).toEqual({ attempt: 3, waitSeconds: 0.2 });
    expect(nextAttempt({ attempt: 3, schedule: [0.1, 0.2] })).toBeNull();
  });

  it('is never sooner than the schedule, and by jitter at most a tenth later', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, jitter) => {
        const scheduled = retrySchedule[attempt - 1] as number;
        const { waitSeconds } = nextAttempt({ attempt, jitter }) as NextAttempt;
        expect(waitSeconds).toBeGreaterThanOrEqual(scheduled);
        expect(waitSeconds).toBeLessThanOrEqual(scheduled * (1 + maxJitter));
      }),
    );
    expect(nextAttempt({ attempt: 1, jitter: 1 })?.waitSeconds).toBeCloseTo(66);
  });

  it.each([
    ['120', 120],
    ['10', 60],
    ['Tue, 14 Nov 2023 22:18:20 GMT', 300],
    ['Tue, 14 Nov 2023 22:00:00 GMT', 60],
    ['99999999', maxRetryAfterSeconds],
    ['9'.repeat(400), maxRetryAfterSeconds],
    ['Thu, 01 Jan 2099 00:00:00 GMT', maxRetryAfterSeconds],
    ['soon', 60],
    ['-5', 60],
    ['', 60],
    [null, 60],
    [undefined, 60],
  ])('waits for Retry-After %j: %i seconds', (retryAfter, waitSeconds) => {
    expect(nextAttempt({ attempt: 1, retryAfter, now: 1_700_000_000 })).toEqual({ attempt: 2, waitSeconds });
  });

  it('does not come only because of Retry-After', () => {
    expect(nextAttempt({ attempt: 8, retryAfter: '5' })).toBeNull();
  });

  it('has a configurable cap on Retry-After', () => {
    expect(nextAttempt({ attempt: 1, retryAfter: '500', maxRetryAfterSeconds: 100 })?.waitSeconds).toBe(100);
  });

  it.each([0, -1, 1.5, Number.NaN])('does not follow attempt %s', (attempt) => {
    expect(() => nextAttempt({ attempt })).toThrow(RangeError);
  });

  it.each([-0.1, 1.1, Number.NaN])('rejects a jitter of %s', (jitter) => {
    expect(() => nextAttempt({ attempt: 1, jitter })).toThrow(RangeError);
  });
});

describe('a schedule in a setting', () => {
  it.each([
    ['60', [60]],
    ['1,2,3', [1, 2, 3]],
    [' 0.5 , 0 ,\t1.25', [0.5, 0, 1.25]],
    [retrySchedule.join(','), [...retrySchedule]],
  ])('%j is read', (text, expected) => {
    expect(parseRetrySchedule(text)).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    '1,',
    ',1',
    '1,,2',
    '-1',
    '+1',
    '1e3',
    'abc',
    '1 2',
    '1;2',
    '.5',
    '5.',
    'NaN',
    'Infinity',
    '2592001',
  ])('%j is refused', (text) => {
    expect(() => parseRetrySchedule(text)).toThrow(RangeError);
  });

  it('is refused with the entry that is wrong', () => {
    expect(() => parseRetrySchedule('1, 1m, 3')).toThrow('"1m" is not');
  });

  it('has at most 100 waits', () => {
    expect(parseRetrySchedule(Array(100).fill('1').join(','))).toHaveLength(100);
    expect(() => parseRetrySchedule(Array(101).fill('1').join(','))).toThrow('at most 100');
  });
});
