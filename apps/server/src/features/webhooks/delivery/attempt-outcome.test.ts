import { maxJitter, retrySchedule } from '@contract-kit/webhooks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, decideOutcome, sumUp } from './attempt-outcome.ts';

const now = 1_700_000_000;
const failed = { errorReason: 'http_5xx', retryAfter: null } as const;

describe('decideOutcome', () => {
  it('ends with success', () => {
    const result = { errorReason: null, retryAfter: '60' };
    expect(decideOutcome({ attempt: 3, result, schedule: [1], jitter: 0, now })).toEqual({
      status: 'succeeded',
      waitSeconds: null,
    });
  });

  it('follows the schedule and fails permanently at its end (API behavior 14.6)', () => {
    const waits = Array.from({ length: 8 }, (_, index) =>
      decideOutcome({ attempt: index + 1, result: failed, schedule: retrySchedule, jitter: 0, now }),
    );
    expect(waits.map(({ waitSeconds }) => waitSeconds)).toEqual([60, 300, 1800, 7200, 21_600, 43_200, 86_400, null]);
    expect(waits.map(({ status }) => status)).toEqual([...Array(7).fill('pending'), 'failed']);
  });

  it('waits as long as the receiver asks, and never less than the schedule', () => {
    const result = { ...failed, retryAfter: '600' };
    expect(decideOutcome({ attempt: 1, result, schedule: [60, 1800], jitter: 0, now }).waitSeconds).toBe(600);
    expect(decideOutcome({ attempt: 2, result, schedule: [60, 1800], jitter: 0, now }).waitSeconds).toBe(1800);
  });

  it('adds a little jitter', () => {
    const wait = decideOutcome({ attempt: 1, result: failed, schedule: [100], jitter: 1, now }).waitSeconds;
    expect(wait).toBeCloseTo(100 * (1 + maxJitter));
  });
});

describe('the counter of failures', () => {
  const oneByOne = (counter: number, succeeded: readonly boolean[]) =>
    succeeded.reduce((current, success) => (success ? 0 : current + 1), counter);

  it('is the same whether attempts are counted one by one or combined in any way', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.array(fc.boolean()), fc.nat(), (counter, attempts, cut) => {
        const at = attempts.length === 0 ? 0 : cut % attempts.length;
        const parts = [attempts.slice(0, at), attempts.slice(at)];
        const summed = parts.reduce((current, part) => applyChange(current, sumUp(part)), counter);
        expect(summed).toBe(oneByOne(counter, attempts));
      }),
    );
  });

  it('restarts with any success', () => {
    expect(applyChange(19, sumUp([false, true, false, false]))).toBe(2);
  });
});
