import { ApiError, type RateDecision, type RateLimitPolicy } from '@contract-kit/http-spec';

/** An object with header fields. */
export interface HeaderSink {
  set(name: string, value: string): unknown;
}

/** Writes the rate-limit fields of one policy. The parts that never change are rendered once. */
export interface RateLimitHeaders {
  /** The policy as an item of `RateLimit-Policy`. */
  readonly inForce: string;
  write(sink: HeaderSink, decision: RateDecision, now: number): void;
}

/**
 * The `X-RateLimit-*` fields and those of draft-ietf-httpapi-ratelimit-headers. `X-RateLimit-Reset` is in Unix seconds,
 * rounded up, so that a client that waits until then finds a free slot.
 */
export function createRateLimitHeaders(policy: RateLimitPolicy): RateLimitHeaders {
  const limit = String(policy.limit);
  const inForce = `"${policy.name}";q=${policy.limit};w=${Math.ceil(policy.windowMs / 1000)}`;
  const state = `"${policy.name}";r=`;
  return {
    inForce,
    write(sink, { remaining, resetMs }, now) {
      sink.set('X-RateLimit-Limit', limit);
      sink.set('X-RateLimit-Remaining', String(remaining));
      sink.set('X-RateLimit-Reset', String(Math.ceil((now + resetMs) / 1000)));
      sink.set('RateLimit-Policy', inForce);
      sink.set('RateLimit', `${state}${remaining};t=${Math.ceil(resetMs / 1000)}`);
    },
  };
}

/**
 * The index of the decision that a client sees, of several about one request: the one that denies it for the longest
 * time, else the one with the smallest share of its limit left.
 */
export function decisiveOf(decisions: readonly RateDecision[]): number {
  let decisive = 0;
  for (let index = 1; index < decisions.length; index += 1) {
    if (isNearer(decisions[index] as RateDecision, decisions[decisive] as RateDecision)) decisive = index;
  }
  return decisive;
}

function isNearer(one: RateDecision, other: RateDecision): boolean {
  if (one.admitted !== other.admitted) return other.admitted;
  if (!one.admitted) return one.resetMs > other.resetMs;
  return one.remaining / one.limit < other.remaining / other.limit;
}

/** The 429 of a denied request. `Retry-After` is in whole seconds, at least 1. */
export function rateLimited(decision: RateDecision): ApiError<'rate_limited'> {
  const seconds = Math.max(1, Math.ceil(decision.resetMs / 1000));
  return new ApiError('rate_limited', `Too many requests: wait ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}
