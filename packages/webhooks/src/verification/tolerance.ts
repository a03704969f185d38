/** Seconds a timestamp may differ from the receiver's clock: 5 minutes. */
export const defaultToleranceSeconds = 300;

/**
 * @throws RangeError when it is not a number of seconds from 0: an infinite one would admit every recorded delivery.
 */
export function assertTolerance(seconds: number): void {
  if (Number.isFinite(seconds) && seconds >= 0) return;
  throw new RangeError('toleranceSeconds must be a number of seconds from 0.');
}
