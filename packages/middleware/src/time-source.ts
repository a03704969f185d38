/** Time as a port, so that rules can be tested without waiting. */
export interface TimeSource {
  /** Wall clock: milliseconds since the Unix epoch. */
  nowMs(): number;
  /** Monotonic clock: milliseconds since some fixed moment; it never jumps. */
  monotonicMs(): number;
}

export const systemTime: TimeSource = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
