import type { RateDecision, RateLimitPolicy } from '@contract-kit/http-spec';

/** The port of the rate limit: counts one request of a subject and says whether it is admitted. */
export interface RateLimitStore {
  /**
   * Exact: in no span of `policy.windowMs` are more than `policy.limit` requests of a subject admitted. A denied
   * request is not counted.
   *
   * @param subject who is counted: an API key, a client address. Policies do not share their counts.
   */
  take(subject: string, policy: RateLimitPolicy): RateDecision | Promise<RateDecision>;
}
