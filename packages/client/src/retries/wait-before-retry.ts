import type { ErrorDefinition } from '@contract-kit/http-spec';
import type { RetryPolicy } from './retry-options.ts';

/** The parts of an error response that decide about another attempt. */
export interface FailedResponse {
  readonly status: number;
  /** The retry of its code in the contract; undefined where that of the status applies. */
  readonly retry: ErrorDefinition['retry'] | undefined;
  /** The raw header field. */
  readonly retryAfter: string | null;
}

/** Statuses of temporary failures of servers and proxies. */
const passingTrouble: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/**
 * Milliseconds to wait before the next attempt; null for no further attempt. The contract's entry for the code decides.
 * Without one, 429 is retried after `Retry-After`, 500 and 502–504 with exponential backoff.
 *
 * @param attempt the attempts made, from 1.
 * @param random from 0 up to 1; it determines half of each backoff, so that clients do not all retry at once.
 */
export function waitBeforeRetry(
  response: FailedResponse,
  attempt: number,
  policy: RetryPolicy,
  random: () => number,
  nowMs: number,
): number | null {
  const retry = response.retry ?? retryOfStatus(response.status);
  if (retry === 'never' || attempt >= policy.attempts) return null;
  const asked = parseRetryAfterMs(response.retryAfter, nowMs);
  const wait = asked ?? backoff(attempt, policy, random);
  return wait > policy.maxWaitMs ? null : wait;
}

/** Half a step plus up to another half of it, each step twice the one before. */
export function backoff(attempt: number, { baseMs, maxWaitMs }: RetryPolicy, random: () => number): number {
  return Math.min(baseMs * 2 ** (attempt - 1), maxWaitMs) * (0.5 + random() / 2);
}

/** Whether a response is retried by its status alone, such as that of a proxy. */
export function retryOfStatus(status: number): ErrorDefinition['retry'] {
  if (status === 429) return 'after';
  return passingTrouble.has(status) ? 'backoff' : 'never';
}

/**
 * Seconds or a date (RFC 9110 §10.2.3) as milliseconds from now; null when there is neither. The obsolete forms of
 * dates are left out to keep browser bundles small.
 */
function parseRetryAfterMs(field: string | null, nowMs: number): number | null {
  if (field === null) return null;
  if (/^\d{1,10}$/.test(field)) return Number(field) * 1000;
  const date = Date.parse(field);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
