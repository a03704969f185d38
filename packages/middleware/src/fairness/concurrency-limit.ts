import { WorkScope } from '../work-scope.ts';

/** How much work may run at once. */
export interface ConcurrencyBounds {
  readonly total: number;
  /** With the same key. Default: `total`. */
  readonly perKey?: number;
}

/** Bounds of work that waits for a slot. */
export interface WaitingRoom extends ConcurrencyBounds {
  /** How long work waits for a slot before it is refused, in milliseconds. */
  readonly maxWaitMs: number;
}

export interface ConcurrencyLimitOptions extends ConcurrencyBounds {
  /** Absent: work that finds no slot is refused at once. */
  readonly waiting?: WaitingRoom;
}

/** The bound that was reached. */
export interface ExhaustedBound {
  readonly bound: 'perKey' | 'total';
  /** How much work may run at once. */
  readonly capacity: number;
}

export interface RunOptions {
  /** The owner of the work, such as a tenant. Absent: bounded only in total. */
  readonly key?: string;
  /** Ends the wait for a slot. Work that has started continues. */
  readonly signal?: AbortSignal | undefined;
  /** Makes the error of work that is refused. Default: a {@link LimitReachedError}. */
  readonly refuse?: (exhausted: ExhaustedBound) => Error;
}

/** Work was refused: all slots are taken, and the queue is full or no slot became free in time. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError';
  /** Which limit refused it. */
  readonly limit: ConcurrencyLimit;
  readonly exhausted: ExhaustedBound;

  constructor(limit: ConcurrencyLimit, exhausted: ExhaustedBound) {
    const { bound, capacity } = exhausted;
    super(`All slots are taken: ${capacity} ${bound === 'perKey' ? 'of this key' : 'in total'}.`);
    this.limit = limit;
    this.exhausted = exhausted;
  }
}

interface WaitingWork {
  readonly key: string | undefined;
  readonly admit: () => void;
}

/**
 * Bounds how much work runs at once in this process, in total and for each key, so that one tenant cannot take every
 * slot. Work that finds no slot waits if there is room in the queue, else it is refused. Waiting work is admitted in
 * the order of arrival, as soon as its key has a slot. Nested work does not take a second slot, so it cannot deadlock.
 *
 * @example
 * const limit = new ConcurrencyLimit({ total: 8, perKey: 2, waiting: { total: 100, maxWaitMs: 10_000 } });
 * await limit.run(() => parse(file), { key: tenant.id, signal });
 */
export class ConcurrencyLimit {
  readonly #bounds: Required<ConcurrencyBounds>;
  readonly #room: Required<WaitingRoom> | null;
  readonly #inside = new WorkScope<true>();
  readonly #runningByKey = new Map<string, number>();
  /** A set keeps the order of arrival and removes a waiter that gives up in constant time. */
  readonly #waiting = new Set<WaitingWork>();
  #running = 0;

  /** @throws RangeError for bounds that are not integers or let nothing run, and for `perKey` above `total`. */
  constructor({ total, perKey = total, waiting }: ConcurrencyLimitOptions) {
    this.#bounds = { total, perKey };
    this.#room = waiting === undefined ? null : { perKey: waiting.total, ...waiting };
    assertBounds(this.#bounds, 1);
    if (this.#room === null) return;
    assertBounds(this.#room, 0);
    if (!(this.#room.maxWaitMs >= 0)) throw new RangeError('maxWaitMs must be at least 0.');
  }

  /**
   * Runs `work` in a slot, which is free again when the promise of `work` settles.
   *
   * @throws the error of `refuse` when no slot became free in time, or the signal's reason while waiting; `work` has
   * then not been called. Errors of `work`.
   */
  async run<Result>(work: () => Promise<Result>, options: RunOptions = {}): Promise<Result> {
    if (this.#inside.current() !== null) return work();
    const { key } = options;
    const exhausted = this.#exhaustedFor(key);
    if (exhausted === null) this.#enter(key);
    else await this.#wait(exhausted, options);
    try {
      return await this.#inside.run(true, work);
    } finally {
      this.#leave(key);
    }
  }

  #exhaustedFor(key: string | undefined): ExhaustedBound | null {
    const { total, perKey } = this.#bounds;
    if (key !== undefined && this.#runningOf(key) >= perKey) return { bound: 'perKey', capacity: perKey };
    return this.#running >= total ? { bound: 'total', capacity: total } : null;
  }

  #runningOf(key: string): number {
    return this.#runningByKey.get(key) ?? 0;
  }

  #hasRoom(key: string | undefined, { total, perKey }: Required<WaitingRoom>): boolean {
    if (this.#waiting.size >= total) return false;
    return key === undefined || [...this.#waiting].filter((waiting) => waiting.key === key).length < perKey;
  }

  /** Resolves in a slot of the key. */
  #wait(exhausted: ExhaustedBound, { key, signal, refuse }: RunOptions): Promise<void> {
    const refusal = () => refuse?.(exhausted) ?? new LimitReachedError(this, exhausted);
    const room = this.#room;
    if (room === null || !this.#hasRoom(key, room)) return Promise.reject(refusal());
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const admit = () => {
        leave();
        this.#enter(key);
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(refusal());
      }, room.maxWaitMs);
      const waiting: WaitingWork = { key, admit };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #enter(key: string | undefined): void {
    this.#running += 1;
    if (key !== undefined) this.#runningByKey.set(key, this.#runningOf(key) + 1);
  }

  /** The slot passes to the next waiter before new work can take it. */
  #leave(key: string | undefined): void {
    this.#running -= 1;
    if (key !== undefined) {
      const left = this.#runningOf(key) - 1;
      if (left > 0) this.#runningByKey.set(key, left);
      else this.#runningByKey.delete(key);
    }
    for (const { key: next, admit } of this.#waiting) {
      if (this.#exhaustedFor(next) !== null) continue;
      admit();
      return;
    }
  }
}

function assertBounds({ total, perKey }: Required<ConcurrencyBounds>, least: number): void {
  const isBound = (bound: number) => bound >= least && (Number.isInteger(bound) || bound === Number.POSITIVE_INFINITY);
  if (isBound(total) && isBound(perKey) && perKey <= total) return;
  throw new RangeError(
    `total (${total}) is an integer of at least ${least}, and perKey (${perKey}) is one up to total.`,
  );
}
