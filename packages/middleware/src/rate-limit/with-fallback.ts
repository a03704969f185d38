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
 * A shared store with this process's own window beside it. Both must admit a request. So this process alone never admits
 * more than the limit in any window, whatever becomes of the store: when it fails, the own window decides; when it comes
 * back without what it knew, the own window still does. While the store keeps what it counts, the own window refuses
 * nothing that the store would admit, and spares it the question when it is full.
 *
 * With n processes the sum may exceed the limit: up to n times while the store is away, and up to twice, once, when it
 * comes back empty.
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

  /** The decision of the store; null while it fails. */
  async function ask(subject: string, policy: RateLimitPolicy): Promise<RateDecision | null> {
    if (failing) {
      const now = clock.monotonic();
      if (now < askAgainAt) return null;
      askAgainAt = now + pauseMs;
    }
    try {
      const decision = await store.take(subject, policy);
      if (failing) onRecovery();
      failing = false;
      return decision;
    } catch (error) {
      if (!failing) onError(error);
      failing = true;
      askAgainAt = clock.monotonic() + pauseMs;
      return null;
    }
  }

  return {
    async take(subject, policy) {
      // Counted before the store is asked: an own slot frees no later than the store's, and requests that wait for the
      // store together cannot pass together.
      const { decision: own, release } = ownWindow.reserve(subject, policy);
      if (!own.admitted) return own;
      const shared = await ask(subject, policy);
      if (shared === null) return own;
      if (!shared.admitted) release();
      return shared.admitted && own.remaining < shared.remaining ? own : shared;
    },
  };
}
