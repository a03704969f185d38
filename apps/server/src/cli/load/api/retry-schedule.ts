import { headerNames } from '@contract-kit/http-spec';

/** Statuses a client retries with exponential backoff (API document, section "Errors", other rule 3). */
const retriedStatuses = new Set([500, 502, 503, 504]);

const longestWaitMs = 60_000;

/** Exponential backoff from half a second to a minute, with the upper half random so that clients spread out. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(longestWaitMs, 500 * 2 ** (attempt - 1));
  return full / 2 + (random() * full) / 2;
}

/**
 * How long to wait before a failed request is sent again, in milliseconds; null when it is not to be sent again.
 *
 * @param failure the answer, or null when the connection failed.
 * @param attempt how often the request was sent.
 */
export function retryDelayMs(
  failure: { readonly status: number; readonly code: string; readonly headers: Headers } | null,
  attempt: number,
): number | null {
  if (failure === null || retriedStatuses.has(failure.status)) return backoffMs(attempt);
  if (failure.status !== 429 && failure.code !== 'idempotency_in_progress') return null;
  const seconds = Number(failure.headers.get(headerNames.retryAfter) ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(1, seconds) * 1000 : backoffMs(attempt);
}

/**
 * How long to hold back the next request so that it is not over the limit, in milliseconds: until the next slot
 * frees when the last answer said that none is left.
 */
export function paceMs(headers: Headers, now: number): number {
  if (headers.get(headerNames.rateLimitRemaining) !== '0') return 0;
  const reset = Number(headers.get(headerNames.rateLimitReset) ?? Number.NaN);
  if (!Number.isFinite(reset)) return 0;
  return Math.min(longestWaitMs, Math.max(0, reset * 1000 - now));
}
