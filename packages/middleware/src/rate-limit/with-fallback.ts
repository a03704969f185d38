import type { RateDecision, RateLimitPolicy } from '@contract-kit/http-spec';
import { type Clock, systemClock } from '../clock.ts';
import type { MemoryRateLimitStore } from './memory-rate-limit-store.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

export interface FallbackOptions {
  /** Told when the store begins to fail, for the log. */
  readonly onError: (error: unknown) => void;
  /** Told when it works again. */
  readonly onRecovery?: () => void;
  /** Milliseconds after a failure in which the store is left alone. Default 1,000. */
  readonly pauseMs?: number;
  readonly clock?: Pick<Clock, 'monotonic'>;
}

/**
 * A store that counts in this process's own window while `store` fails. Requests keep flowing and stay limited: the
 * window knows what this process admitted before, so that it alone never admits more than the limit. With several
 * processes the sum may exceed it until the store is back.
 *
 * A store that is slow to fail is asked by one request in `pauseMs`, so that the others do not wait for it.
 */
export function withFallback(
  store: RateLimitStore,
  ownWindow: MemoryRateLimitStore,
  { onError, onRecovery = () => undefined, pauseMs = 1000, clock = systemClock }: FallbackOptions,
): RateLimitStore {
  let failing = false;
  let askAgainAt = 0;

  async function take(subject: string, policy: RateLimitPolicy): Promise<RateDecision> {
    if (failing) {
      const now = clock.monotonic();
      if (now < askAgainAt) return ownWindow.take(subject, policy);
      askAgainAt = now + pauseMs;
    }
    try {
      const decision = await store.take(subject, policy);
      if (decision.admitted) ownWindow.take(subject, policy);
      if (failing) onRecovery();
      failing = false;
      return decision;
    } catch (error) {
      if (!failing) onError(error);
      failing = true;
      askAgainAt = clock.monotonic() + pauseMs;
      return ownWindow.take(subject, policy);
    }
  }
  return { take };
}
