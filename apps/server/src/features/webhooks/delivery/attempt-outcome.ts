import { nextAttempt } from '@contract-kit/webhooks';
import type { AttemptResult } from './sender.ts';

/** The state of a delivery after an attempt. */
export interface AttemptOutcome {
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Seconds to the next attempt; null when there will be none. */
  readonly waitSeconds: number | null;
}

export interface OutcomeOptions {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly result: Pick<AttemptResult, 'errorReason' | 'retryAfter'>;
  /** Seconds before each retry. */
  readonly schedule: readonly number[];
  /** From 0 to 1, as returned by `Math.random()`. */
  readonly jitter: number;
  /** Unix seconds. */
  readonly now: number;
}

/** Decides what follows an attempt: success, another attempt later, or failure when the schedule is used up. */
export function decideOutcome({ result, ...options }: OutcomeOptions): AttemptOutcome {
  if (result.errorReason === null) return { status: 'succeeded', waitSeconds: null };
  const next = nextAttempt({ ...options, retryAfter: result.retryAfter });
  if (next === null) return { status: 'failed', waitSeconds: null };
  return { status: 'pending', waitSeconds: next.waitSeconds };
}

/** How a sequence of attempts changes an endpoint's counter of consecutive failures. */
export interface CounterChange {
  /** The counter restarts from 0, because one of the attempts succeeded. */
  readonly reset: boolean;
  /** Failures since the last success. */
  readonly failures: number;
}

/**
 * Combines attempts, so that many of them change the counter at once.
 *
 * @param succeeded whether each attempt succeeded, in the order they ended.
 */
export function sumUp(succeeded: readonly boolean[]): CounterChange {
  const lastSuccess = succeeded.lastIndexOf(true);
  return { reset: lastSuccess >= 0, failures: succeeded.length - 1 - lastSuccess };
}

/** The counter after a change. */
export function applyChange(counter: number, { reset, failures }: CounterChange): number {
  return (reset ? 0 : counter) + failures;
}
