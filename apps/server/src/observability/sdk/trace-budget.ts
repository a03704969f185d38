export interface TraceBudgetOptions {
  /** Part of the traces that is recorded, from 0 to 1. */
  readonly ratio: number;
  /** Most traces that are recorded in a second. */
  readonly perSecond: number;
  /** Milliseconds that only grow. */
  readonly now?: () => number;
}

/**
 * Whether one more trace begins here: a part of them does, and no more than a number in each second. Where there are few
 * requests each can be found, and where there are many they are not slowed. It is asked before anything of a trace is
 * made, which a sampler of OpenTelemetry is not.
 */
export function createTraceBudget({ ratio, perSecond, now = () => performance.now() }: TraceBudgetOptions) {
  let second = 0;
  let started = 0;
  return (): boolean => {
    if (Math.random() >= ratio) return false;
    const current = Math.floor(now() / 1000);
    if (current !== second) [second, started] = [current, 0];
    if (started >= perSecond) return false;
    started += 1;
    return true;
  };
}
