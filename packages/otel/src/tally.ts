/** A count and the attributes it is for. */
export interface TalliedCount {
  readonly attributes: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Counts by attributes, to be read by an observable counter. Adding costs one look into a map, so that a count on the path
 * of each request costs next to nothing; it needs no OpenTelemetry.
 *
 * @example
 * const sent = new Tally('kind', 'outcome');
 * sent.add(['email', 'delivered']);
 * meter.createObservableCounter('mails').addCallback((result) => {
 *   for (const { attributes, value } of sent.counts()) result.observe(value, attributes);
 * });
 */
export class Tally<const Names extends readonly string[]> {
  readonly #names: Names;
  readonly #counts = new Map<string, { attributes: Readonly<Record<string, string>>; value: number }>();

  /** @param names of the attributes. Their values must be few: each combination is kept for ever. */
  constructor(...names: Names) {
    this.#names = names;
  }

  /** @param values of the attributes, in the order of their names. @param amount how many more, default 1. */
  add(values: { readonly [Index in keyof Names]: string }, amount = 1): void {
    const key = values.join('\0');
    const count = this.#counts.get(key);
    if (count !== undefined) {
      count.value += amount;
      return;
    }
    const attributes = Object.fromEntries(this.#names.map((name, index) => [name, values[index] ?? '']));
    this.#counts.set(key, { attributes, value: amount });
  }

  /** What was counted so far. */
  counts(): readonly TalliedCount[] {
    return [...this.#counts.values()];
  }
}
