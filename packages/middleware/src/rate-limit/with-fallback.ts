import type { RateDecision, RateLimitPolicy } from '@contract-kit/http-spec';
import type { RateLimitStore } from './rate-limit-store.ts';

/**
 * A store that counts in `fallback` (usually this process's memory) while `store` fails. Requests keep flowing
 * and stay limited; with several processes the sum may exceed the limit until the store is back.
 *
 * @param onError called with each failure of `store`, for the log.
 */
export function withFallback(
  store: RateLimitStore,
  fallback: RateLimitStore,
  onError: (error: unknown) => void,
): RateLimitStore {
  async function take(subject: string, policy: RateLimitPolicy): Promise<RateDecision> {
    try {
      return await store.take(subject, policy);
    } catch (error) {
      onError(error);
      return fallback.take(subject, policy);
    }
  }
  return { take };
}
