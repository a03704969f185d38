import { WorkScope } from './work-scope.ts';

export interface ConcurrencyLimitOptions {
  /** Most work that runs at once. */
  readonly maxRunning: number;
  /** Most work that waits for its turn; further work is refused at once. */
  readonly maxWaiting: number;
  /** Milliseconds that work waits for its turn before it is refused. */
  readonly maxWaitMs: number;
}

/** Work was refused: too much of it is waiting, or its turn did not come in time. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError';
  /** Which limit refused it. */
  readonly limit: ConcurrencyLimit;

  constructor(limit: ConcurrencyLimit, message: string) {
    super(message);
    this.limit = limit;
  }
}

/**
 * Runs a bounded amount of work at once. The rest waits in the order of its arrival, bounded in number and time. Work
 * within work that is running takes no second place, so it cannot wait for itself.
 *
 * @throws RangeError for bounds that would let nothing run.
 */
export class ConcurrencyLimit {
  readonly #options: ConcurrencyLimitOptions;
  readonly #inside = new WorkScope<true>();
  /** A set keeps the order of arrival, and a waiter that gives up leaves it at once. */
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(options: ConcurrencyLimitOptions) {
    const { maxRunning, maxWaiting, maxWaitMs } = options;
    if (!(maxRunning >= 1)) throw new RangeError('maxRunning is at least 1.');
    if (!(maxWaiting >= 0 && maxWaitMs >= 0)) throw new RangeError('maxWaiting and maxWaitMs are at least 0.');
    this.#options = options;
  }

  /**
   * @param signal gives up the place in the queue. Work that need not wait, or has begun, goes on.
   * @throws LimitReachedError when the work is refused, the signal's reason when it gave up, and what the work throws.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#inside.current() !== null) return work();
    if (this.#running < this.#options.maxRunning) this.#running += 1;
    else await this.#turn(signal);
    try {
      return await this.#inside.run(true, work);
    } finally {
      const [next] = this.#waiting;
      // The place passes to the next in the queue without becoming free, so nobody can jump in.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    const { maxWaiting, maxWaitMs } = this.#options;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (this.#waiting.size >= maxWaiting) {
      return Promise.reject(new LimitReachedError(this, `${maxWaiting} others are waiting already.`));
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(begin);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const begin = () => {
        leave();
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(new LimitReachedError(this, `No turn came within ${maxWaitMs} ms.`));
      }, maxWaitMs);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(begin);
    });
  }
}
