import { nextAttempt } from '@contract-kit/webhooks';
import type { AttemptResult } from './sender.ts';

/** What a delivery is after an attempt. */
export interface AttemptOutcome {
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Seconds to the next attempt; null when there is none. */
  readonly waitSeconds: number | null;
}

export interface OutcomeOptions {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly result: Pick<AttemptResult, 'errorReason' | 'retryAfter'>;
  /** Seconds before each retry. */
  readonly schedule: readonly number[];
  /** From 0 to 1, as `Math.random()` gives. */
  readonly jitter: number;
  /** Unix seconds. */
  readonly now: number;
}

/** Decides what follows an attempt: done, again after a while, or given up when the schedule is used up. */
export function decideOutcome({ result, ...options }: OutcomeOptions): AttemptOutcome {
  if (result.errorReason === null) return { status: 'succeeded', waitSeconds: null };
  const next = nextAttempt({ ...options, retryAfter: result.retryAfter });
  if (next === null) return { status: 'failed', waitSeconds: null };
  return { status: 'pending', waitSeconds: next.waitSeconds };
}

/** What the attempts of an endpoint, in the order they ended, do to its counter of failures in a row. */
export interface CounterChange {
  /** The counter starts again from 0: one of the attempts succeeded. */
  readonly reset: boolean;
  /** Failures since then. */
  readonly failures: number;
}

/**
 * Sums up attempts, so that many of them change the counter at once.
 *
 * @param succeeded whether each attempt did, in the order they ended.
 */
export function sumUp(succeeded: readonly boolean[]): CounterChange {
  const lastSuccess = succeeded.lastIndexOf(true);
  return { reset: lastSuccess >= 0, failures: succeeded.length - 1 - lastSuccess };
}

/** The counter after a change. */
export function applyChange(counter: number, { reset, failures }: CounterChange): number {
  return (reset ? 0 : counter) + failures;
}
