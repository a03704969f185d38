import type { TimeSource } from '../time-source.ts';

/** A clock that stands still until it is advanced. */
export interface FakeClock extends TimeSource {
  advance(ms: number): void;
}

/** @param start wall-clock milliseconds since the epoch. */
export function createFakeClock(start = Date.UTC(2025, 0, 1)): FakeClock {
  let elapsed = 0;
  return {
    nowMs: () => start + elapsed,
    monotonicMs: () => elapsed,
    advance(ms) {
      elapsed += ms;
    },
  };
}
