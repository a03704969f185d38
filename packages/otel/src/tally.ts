/** A count and the attributes it is for. */
export interface TalliedCount {
  readonly attributes: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Counts by attributes, for an observable counter to read. Adding is a single map lookup, cheap enough for every
 * request; the class does not depend on OpenTelemetry.
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

  /** @param names of the attributes. They must have few values, because each combination is kept forever. */
  constructor(...names: Names) {
    this.#names = names;
  }

  /** @param values of the attributes, in the order of their names. @param amount to add, default 1. */
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

  /** The counts so far. */
  counts(): readonly TalliedCount[] {
    return [...this.#counts.values()];
  }
}
