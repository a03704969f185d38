/** Lets so many in at once and turns the others away. */
export class Turnstile {
  readonly #places: number;
  #inside = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** @throws what `refuse` makes when every place is taken. */
  async enter<T>(work: () => Promise<T>, refuse: () => Error): Promise<T> {
    if (this.#inside >= this.#places) throw refuse();
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
    }
  }
}
