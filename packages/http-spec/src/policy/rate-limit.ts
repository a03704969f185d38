/** At most `limit` requests in any span of `windowMs`. */
export interface RateLimitPolicy {
  /** Name under which routes refer to the policy. */
  readonly name: string;
  /** Requests admitted per window, ≥ 1. */
  readonly limit: number;
  /** Length of the rolling window in milliseconds. */
  readonly windowMs: number;
}

/** What a limiter decides about one request. */
export interface RateDecision {
  readonly admitted: boolean;
  readonly limit: number;
  /** Requests left in the window now, after this one. */
  readonly remaining: number;
  /** Milliseconds until the oldest counted request leaves the window and frees a slot; 0 when none is counted. */
  readonly resetMs: number;
}
