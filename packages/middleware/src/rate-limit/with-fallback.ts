import type { RateDecision } from '@contract-kit/http-spec';
import { systemTime, type TimeSource } from '../time-source.ts';
import type { MemoryRateLimitStore } from './memory-rate-limit-store.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

export interface FallbackOptions {
  /** Called when the store starts to fail, for the log. */
  readonly onError: (error: unknown) => void;
  /** Called when the store works again. */
  readonly onRecovery?: () => void;
  /** Milliseconds without requests to the store after a failure. Default 1,000. */
  readonly pauseMs?: number;
  readonly clock?: Pick<TimeSource, 'monotonicMs'>;
}

/**
 * Combines a shared store with a local window in this process. Both must admit a request, so this process never admits
 * more than the limit in any window, whatever happens to the store: when it fails, or recovers without its counts, the
 * local window decides. While the store keeps its counts, the local window refuses nothing that the store would admit,
 * and saves the call when it is full.
 *
 * With n processes the sum may exceed the limit: up to n times while the store is unavailable, and once up to twice
 * when it recovers without its counts.
 *
 * After a failure, one request per `pauseMs` tries the store, so that the others do not wait for a store that is slow
 * to fail.
 */
export function withFallback(
  store: RateLimitStore,
  ownWindow: MemoryRateLimitStore,
  { onError, onRecovery = () => undefined, pauseMs = 1000, clock = systemTime }: FallbackOptions,
): RateLimitStore {
  let failing = false;
  let retryAt = 0;

  /** Whether calls to the store are paused. */
  function isPaused(): boolean {
    if (!failing) return false;
    const now = clock.monotonicMs();
    if (now < retryAt) return true;
    retryAt = now + pauseMs;
    return false;
  }

  function noteSuccess(): void {
    if (failing) onRecovery();
    failing = false;
  }

  function noteFailure(error: unknown): void {
    if (!failing) onError(error);
    failing = true;
    retryAt = clock.monotonicMs() + pauseMs;
  }

  return {
    async take(subject, policy) {
      // Counted before the store is called: a local slot frees no later than the store's, and concurrent requests that
      // wait for the store cannot exceed the local window.
      const { decision: own, release } = ownWindow.reserve(subject, policy);
      if (!own.admitted || isPaused()) return own;
      try {
        const shared = await store.take(subject, policy);
        noteSuccess();
        if (!shared.admitted) release();
        return stricter(own, shared);
      } catch (error) {
        noteFailure(error);
        return own;
      }
    },

    async takeAll(subject, policies) {
      const { decisions: own, release } = ownWindow.reserveAll(subject, policies);
      if (!own.every(({ admitted }) => admitted) || isPaused()) return own;
      try {
        const shared = await store.takeAll(subject, policies);
        noteSuccess();
        if (shared.every(({ admitted }) => admitted)) {
          return shared.map((decision, index) => stricter(own[index] as RateDecision, decision));
        }
        release();
        return shared;
      } catch (error) {
        noteFailure(error);
        return own;
      }
    },
  };
}

/** The decision of the store, unless the request is admitted and the local window has fewer left. */
function stricter(own: RateDecision, shared: RateDecision): RateDecision {
  return shared.admitted && own.remaining < shared.remaining ? own : shared;
}
