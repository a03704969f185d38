/** How many pieces of work may run at the same time. */
export interface ConcurrencyCapacity {
  /** With the same key. At most `total`. */
  readonly perKey: number;
  readonly total: number;
}

/** How much work may wait for a place. */
export interface WaitingRoom extends ConcurrencyCapacity {
  /** How long a piece of work waits before it is refused after all, in milliseconds. */
  readonly ms: number;
}

/** The bound that left no place. */
export interface ExhaustedCapacity {
  readonly bound: keyof ConcurrencyCapacity;
  /** Pieces of work it admits. */
  readonly capacity: number;
}

interface WaitingWork {
  readonly key: string;
  admit(): void;
}

/**
 * Bounds how much work runs at once in this process, in total and for each key, so that one key (a workspace) cannot
 * take every place. Work that finds no place is refused, unless there is room to wait for one: then it is admitted in
 * the order it came, as soon as its key has a place.
 *
 * @example
 * const limit = new ConcurrencyLimit({ perKey: 2, total: 8 });
 * await limit.run(workspace.id, () => parse(file), ({ capacity }) => new Error(`${capacity} files are being read.`));
 */
export class ConcurrencyLimit {
  readonly #capacity: ConcurrencyCapacity;
  readonly #room: WaitingRoom | null;
  readonly #runningByKey = new Map<string, number>();
  readonly #waiting: WaitingWork[] = [];
  #running = 0;

  /** @throws RangeError unless both bounds are positive integers and `perKey` is at most `total`, also of the room. */
  constructor(capacity: ConcurrencyCapacity, room: WaitingRoom | null = null) {
    for (const { perKey, total } of room === null ? [capacity] : [capacity, room]) {
      if (!Number.isInteger(perKey) || !Number.isInteger(total) || perKey < 1 || perKey > total) {
        throw new RangeError(`perKey (${perKey}) must be an integer from 1 to total (${total}).`);
      }
    }
    this.#capacity = capacity;
    this.#room = room;
  }

  /**
   * Runs `work` in a place of `key`, which is free again when the promise of `work` settles.
   *
   * @param signal ends the wait for a place.
   * @throws the error that `refuse` returns when no place is free, or none became free in time, and the signal's reason
   *   while it waits; `work` has not been called then.
   */
  async run<T>(
    key: string,
    work: () => Promise<T>,
    refuse: (exhausted: ExhaustedCapacity) => Error,
    signal?: AbortSignal,
  ): Promise<T> {
    const exhausted = this.#exhaustedFor(key);
    if (exhausted === null) this.#enter(key);
    else if (this.#room !== null && this.#hasRoom(key, this.#room)) {
      await this.#wait(key, this.#room.ms, () => refuse(exhausted), signal);
    } else throw refuse(exhausted);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #exhaustedFor(key: string): ExhaustedCapacity | null {
    const { perKey, total } = this.#capacity;
    if ((this.#runningByKey.get(key) ?? 0) >= perKey) return { bound: 'perKey', capacity: perKey };
    return this.#running >= total ? { bound: 'total', capacity: total } : null;
  }

  #hasRoom(key: string, { perKey, total }: WaitingRoom): boolean {
    const ofKey = this.#waiting.filter((waiting) => waiting.key === key).length;
    return this.#waiting.length < total && ofKey < perKey;
  }

  /** Resolves in a place of the key. */
  async #wait(key: string, ms: number, refuse: () => Error, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: WaitingWork = { key, admit: resolve };
    const giveUp = (reason: unknown): void => {
      const at = this.#waiting.indexOf(waiting);
      if (at >= 0) this.#waiting.splice(at, 1);
      reject(reason);
    };
    const onAbort = (): void => giveUp(signal?.reason);
    const timer = setTimeout(() => giveUp(refuse()), ms);
    signal?.addEventListener('abort', onAbort);
    this.#waiting.push(waiting);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #enter(key: string): void {
    this.#runningByKey.set(key, (this.#runningByKey.get(key) ?? 0) + 1);
    this.#running += 1;
  }

  #leave(key: string): void {
    const left = (this.#runningByKey.get(key) ?? 0) - 1;
    if (left > 0) this.#runningByKey.set(key, left);
    else this.#runningByKey.delete(key);
    this.#running -= 1;
    this.#admitNext();
  }

  #admitNext(): void {
    const next = this.#waiting.find((waiting) => this.#exhaustedFor(waiting.key) === null);
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#enter(next.key);
    next.admit();
  }
}
