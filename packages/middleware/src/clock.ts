/** Time as a port, so that rules can be tested without waiting. */
export interface Clock {
  /** Wall clock: milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic clock: milliseconds since some fixed moment; it never jumps. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
