import { AttributeCells, type AttributeValues } from './attribute-cells.ts';

/** A count and the attributes it is for. */
export interface TalliedCount {
  readonly attributes: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Counts by attributes, to be read by an observable counter. Adding costs a look into a map for each attribute, so that a
 * count on the path of each request costs next to nothing; it needs no OpenTelemetry.
 *
 * @example
 * const sent = new Tally('kind', 'outcome');
 * sent.add(['email', 'delivered']);
 * meter.createObservableCounter('mails').addCallback((result) => {
 *   for (const { attributes, value } of sent.counts()) result.observe(value, attributes);
 * });
 */
export class Tally<const Names extends readonly string[]> {
  readonly #cells: AttributeCells<Names, string, { value: number }>;

  /** @param names of the attributes. They must have few values, because each combination is kept forever. */
  constructor(...names: Names) {
    this.#cells = new AttributeCells(names, () => ({ value: 0 }));
  }

  /** @param values of the attributes, in the order of their names. @param amount how many more, default 1. */
  add(values: AttributeValues<Names, string>, amount = 1): void {
    this.#cells.at(values).value += amount;
  }

  /** The counts so far. */
  counts(): readonly TalliedCount[] {
    return this.#cells.entries().map(({ attributes, cell: { value } }) => ({ attributes, value }));
  }
}
