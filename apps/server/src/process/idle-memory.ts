import { performance } from 'node:perf_hooks';

/** The number of looks after which a process that was busy counts as idle. */
const idleLooks = 4;
/** Shares of its time that the event loop of a process is busy. The server takes half a percent when nobody uses it. */
const busyFrom = 0.1;
const idleBelow = 0.03;

/** Decides when a process that was busy has become idle, by the utilization of its event loop at regular intervals. */
export class IdleWatch {
  /** A process has just started, which is work as well. */
  #wasBusy = true;
  #idle = 0;

  /**
   * @param utilization share of the time since the last look, from 0 to 1.
   * @returns true once after each busy time.
   */
  becameIdle(utilization: number): boolean {
    if (utilization >= busyFrom) this.#wasBusy = true;
    this.#idle = utilization < idleBelow ? this.#idle + 1 : 0;
    if (!this.#wasBusy || this.#idle < idleLooks) return false;
    this.#wasBusy = false;
    return true;
  }
}

export interface IdleMemoryOptions {
  /** Milliseconds between two looks at how busy the event loop has been. Default 5,000: 20 seconds are idle. */
  readonly lookMs?: number;
  /** Returns the memory. Default {@link collectGarbage}. */
  readonly release?: () => Promise<void>;
}

/**
 * Returns memory to the operating system each time the process has become idle. V8 would do so by itself, but it takes a
 * server for busy however little it does, and keeps what it has grown to.
 *
 * @returns a function that stops the looks.
 */
export function releaseMemoryWhenIdle({ lookMs = 5000, release = collectGarbage }: IdleMemoryOptions = {}): () => void {
  const watch = new IdleWatch();
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (watch.becameIdle(utilization)) void release();
  }, lookMs).unref();
  return () => clearInterval(timer);
}

/**
 * Collects all that is unreachable and returns free pages, as if the system were low on memory. It stops the process for
 * about a tenth of a second.
 */
export async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect());
}
