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
  { onError, onRecovery = () => undefined, pauseMs = 1000, clock = systemTime }: FallbackOptions,
): RateLimitStore {
  let failing = false;
  let askAgainAt = 0;

  /** Whether the store is left alone for now. */
  function isPaused(): boolean {
    if (!failing) return false;
    const now = clock.monotonicMs();
    if (now < askAgainAt) return true;
    askAgainAt = now + pauseMs;
    return false;
  }

  function noteSuccess(): void {
    if (failing) onRecovery();
    failing = false;
  }

  function noteFailure(error: unknown): void {
    if (!failing) onError(error);
    failing = true;
    askAgainAt = clock.monotonicMs() + pauseMs;
  }

  return {
    async take(subject, policy) {
      // Counted before the store is asked: an own slot frees no later than the store's, and requests that wait for the
      // store together cannot pass together.
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

/** What the store says, but for an admitted request of which the own window has fewer left. */
function stricter(own: RateDecision, shared: RateDecision): RateDecision {
  return shared.admitted && own.remaining < shared.remaining ? own : shared;
}
