/** How many pieces of work may run at the same time. */
export interface ConcurrencyCapacity {
  /** With the same key. At most `total`. */
  readonly perKey: number;
  readonly total: number;
}

/** The bound that left no place. */
export interface ExhaustedCapacity {
  readonly bound: keyof ConcurrencyCapacity;
  /** Pieces of work it admits. */
  readonly capacity: number;
}

/**
 * Bounds how much work runs at once in this process, in total and for each key, so that one key (a workspace) cannot
 * take every place. Work that finds no place is refused; nothing waits.
 *
 * @example
 * const limit = new ConcurrencyLimit({ perKey: 2, total: 8 });
 * await limit.run(workspace.id, () => parse(file), ({ capacity }) => new Error(`${capacity} files are being read.`));
 */
export class ConcurrencyLimit {
  readonly #capacity: ConcurrencyCapacity;
  readonly #runningByKey = new Map<string, number>();
  #running = 0;

  /** @throws RangeError unless both bounds are positive integers and `perKey` is at most `total`. */
  constructor(capacity: ConcurrencyCapacity) {
    const { perKey, total } = capacity;
    if (!Number.isInteger(perKey) || !Number.isInteger(total) || perKey < 1 || perKey > total) {
      throw new RangeError(`perKey (${perKey}) must be an integer from 1 to total (${total}).`);
    }
    this.#capacity = capacity;
  }

  /**
   * Runs `work` in a place of `key`, which is free again when the promise of `work` settles.
   *
   * @throws the error that `refuse` returns when no place is free; `work` has not been called then.
   */
  async run<T>(key: string, work: () => Promise<T>, refuse: (exhausted: ExhaustedCapacity) => Error): Promise<T> {
    const exhausted = this.#exhaustedFor(key);
    if (exhausted !== null) throw refuse(exhausted);
    this.#enter(key);
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

  #enter(key: string): void {
    this.#runningByKey.set(key, (this.#runningByKey.get(key) ?? 0) + 1);
    this.#running += 1;
  }

  #leave(key: string): void {
    const left = (this.#runningByKey.get(key) ?? 0) - 1;
    if (left > 0) this.#runningByKey.set(key, left);
    else this.#runningByKey.delete(key);
    this.#running -= 1;
  }
}
