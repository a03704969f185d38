import { parseRetryAfterSeconds } from './retry-after.ts';
import { retrySchedule } from './retry-schedule.ts';

/** The largest share of the wait that {@link NextAttemptOptions.jitter} adds. */
export const maxJitter = 0.1;

/** Longest `Retry-After` that is honoured, in seconds: a day. */
export const maxRetryAfterSeconds = 86_400;

export interface NextAttemptOptions {
  /** Number of the attempt that has just failed, from 1. */
  readonly attempt: number;
  /** Seconds before each retry. Default: {@link retrySchedule}. */
  readonly schedule?: readonly number[];
  /**
   * From 0 to 1: the share of 10 % that is added to the wait, so that retries spread out. Pass `Math.random()`. Default
   * 0.
   */
  readonly jitter?: number;
  /** The raw `Retry-After` field of the response. A malformed one is ignored. */
  readonly retryAfter?: string | null;
  /** Unix seconds a `Retry-After` date is compared with. Default: the system's clock. */
  readonly now?: number;
  /** Default {@link maxRetryAfterSeconds}. */
  readonly maxRetryAfterSeconds?: number;
}

export interface NextAttempt {
  /** The number of the next attempt, from 2. */
  readonly attempt: number;
  /** Seconds from the failure. */
  readonly waitSeconds: number;
}

/**
 * When to try again: the schedule's wait with a little jitter on top. `Retry-After` can only make it longer, up to a
 * cap: a receiver cannot shorten the waits of the schedule.
 *
 * @returns null after the last attempt of the schedule.
 * @example
 * nextAttempt({ attempt: 1, jitter: Math.random(), retryAfter: response.headers['retry-after'] });
 * // { attempt: 2, waitSeconds: 63.1 }
 * @throws RangeError for an attempt below 1 or a jitter outside 0 to 1.
 */
export function nextAttempt(options: NextAttemptOptions): NextAttempt | null {
  const { attempt, schedule = retrySchedule, jitter = 0, retryAfter, now = Date.now() / 1000 } = options;
  if (!Number.isInteger(attempt) || attempt < 1)
    throw new RangeError('attempt must be the number of the failed attempt, from 1.');
  if (!(jitter >= 0 && jitter <= 1))
    throw new RangeError('jitter must be a number from 0 to 1, such as Math.random().');
  const wait = schedule[attempt - 1];
  if (wait === undefined) return null;
  const cap = options.maxRetryAfterSeconds ?? maxRetryAfterSeconds;
  const requestedSeconds = Math.min(parseRetryAfterSeconds(retryAfter, now) ?? 0, cap);
  return { attempt: attempt + 1, waitSeconds: Math.max(wait * (1 + maxJitter * jitter), requestedSeconds) };
}
