import type { ErrorDefinition } from '@contract-kit/http-spec';
import type { RetryPolicy } from './retry-options.ts';

/** An error response, as far as it decides about another attempt. */
export interface FailedResponse {
  readonly status: number;
  /** What the contract says of its code; undefined where the status says the same. */
  readonly retry: ErrorDefinition['retry'] | undefined;
  /** The header field as it came. */
  readonly retryAfter: string | null;
}

/** Statuses of servers and proxies that are in trouble for a while. */
const passingTrouble: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/**
 * Milliseconds to wait before the next attempt, null when there is none. Where the contract says otherwise of a code, it
 * decides; else 429 is repeated after `Retry-After`, 500 and 502–504 with exponential backoff.
 *
 * @param attempt the attempts made, from 1.
 * @param random from 0 up to 1; half of each backoff is left to it, so that clients do not return all at once.
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

/** What a response says of another attempt by its status alone, as that of a proxy. */
export function retryOfStatus(status: number): ErrorDefinition['retry'] {
  if (status === 429) return 'after';
  return passingTrouble.has(status) ? 'backoff' : 'never';
}

/**
 * Seconds or a date (RFC 9110 §10.2.3) as milliseconds from now; null when there is neither. A page in a browser has no
 * room for the obsolete forms of dates, which senders of webhooks read.
 */
function parseRetryAfterMs(field: string | null, nowMs: number): number | null {
  if (field === null) return null;
  if (/^\d{1,10}$/.test(field)) return Number(field) * 1000;
  const date = Date.parse(field);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
