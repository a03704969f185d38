/**
 * The times of the requests admitted in the last window, oldest first, in a ring that grows up to the limit. All times
 * are milliseconds of one monotonic clock.
 */
export class RollingWindow {
  #times: Float64Array;
  #head = 0;
  #count = 0;

  constructor(capacity: number) {
    this.#times = new Float64Array(capacity);
  }

  /** Number of counted requests. */
  get count(): number {
    return this.#count;
  }

  /** When the oldest counted request was admitted; undefined when none is counted. */
  get oldest(): number | undefined {
    return this.#count === 0 ? undefined : this.#times[this.#head];
  }

  /** Drops admissions at or before a moment. Each is dropped once: O(1) amortized. */
  dropUntil(moment: number): void {
    const size = this.#times.length;
    while (this.#count > 0 && (this.#times[this.#head] as number) <= moment) {
      this.#head = (this.#head + 1) % size;
      this.#count -= 1;
    }
  }

  /** Counts an admission. `limit` bounds the growth of the ring. */
  add(moment: number, limit: number): void {
    if (this.#count === this.#times.length) this.#grow(limit);
    this.#times[(this.#head + this.#count) % this.#times.length] = moment;
    this.#count += 1;
  }

  /** Removes the latest admission at a moment, if it is still counted. Later times move up. */
  remove(moment: number): void {
    const size = this.#times.length;
    const slot = (position: number) => (this.#head + position) % size;
    let position = this.#count - 1;
    while (position >= 0 && this.#times[slot(position)] !== moment) position -= 1;
    if (position < 0) return;
    for (; position < this.#count - 1; position += 1) {
      this.#times[slot(position)] = this.#times[slot(position + 1)] as number;
    }
    this.#count -= 1;
  }

  #grow(limit: number): void {
    const old = this.#times;
    const grown = new Float64Array(Math.min(limit, old.length * 2));
    grown.set(old.subarray(this.#head));
    grown.set(old.subarray(0, this.#head), old.length - this.#head);
    this.#times = grown;
    this.#head = 0;
  }
}
