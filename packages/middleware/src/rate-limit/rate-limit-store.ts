import type { RateDecision, RateLimitPolicy } from '@contract-kit/http-spec';

/** The port of the rate limit: counts a request of a subject and decides whether it is admitted. */
export interface RateLimitStore {
  /**
   * Exact: in no span of `policy.windowMs` are more than `policy.limit` requests of a subject admitted. A denied
   * request is not counted.
   *
   * @param subject the counted party: an API key, a client address. Policies do not share their counts.
   */
  take(subject: string, policy: RateLimitPolicy): RateDecision | Promise<RateDecision>;
  /**
   * Like {@link take}, for several policies at once. The request is admitted when each of them admits it; otherwise it
   * is counted under none, however many requests arrive concurrently.
   *
   * @param policies with different names.
   * @returns the decision of each policy, in the order of `policies`. `admitted` says whether this policy has room for
   * the request.
   */
  takeAll(
    subject: string,
    policies: readonly RateLimitPolicy[],
  ): readonly RateDecision[] | Promise<readonly RateDecision[]>;
}
