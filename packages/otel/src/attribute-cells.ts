/** Of an attribute; undefined where it is missing. */
export type AttributeValue = string | number | undefined;

/** The values of attributes, in the order of their names. */
export type AttributeValues<Names extends readonly string[], Value extends AttributeValue> = {
  readonly [Index in keyof Names]: Value;
};

/** A combination of attributes, and what is kept of it. */
interface Entry<Value extends AttributeValue, Cell> {
  readonly attributes: Readonly<Record<string, Exclude<Value, undefined>>>;
  readonly cell: Cell;
}

/**
 * A cell for each combination of attributes. Finding one takes a look into a map for each attribute, and makes neither a
 * key nor a hash of them: this is done several times with each request.
 */
export class AttributeCells<Names extends readonly string[], Value extends AttributeValue, Cell> {
  readonly #names: Names;
  readonly #create: () => Cell;
  /** Maps within maps by the values; the last ones hold the cells. */
  readonly #root = new Map<AttributeValue, unknown>();
  readonly #entries: Entry<Value, Cell>[] = [];

  constructor(names: Names, create: () => Cell) {
    this.#names = names;
    this.#create = create;
  }

  /** The cell of these values, which is made when it is first asked for and kept for ever. */
  at(values: AttributeValues<Names, Value>): Cell {
    let found: unknown = this.#root;
    let index = 0;
    // Without attributes, the only cell is that of the missing value.
    do {
      found = (found as Map<AttributeValue, unknown>).get(values[index]);
      index += 1;
    } while (index < values.length && found !== undefined);
    return (found as Cell | undefined) ?? this.#add(values);
  }

  /** In the order they were made. */
  entries(): readonly Entry<Value, Cell>[] {
    return this.#entries;
  }

  #add(values: readonly Value[]): Cell {
    const cell = this.#create();
    let level = this.#root;
    for (const value of values.slice(0, -1)) {
      const next = (level.get(value) as Map<AttributeValue, unknown> | undefined) ?? new Map();
      level.set(value, next);
      level = next;
    }
    level.set(values.at(-1), cell);
    const named = this.#names.map((name, index) => [name, values[index]] as const);
    const attributes = Object.fromEntries(named.filter(([, value]) => value !== undefined));
    this.#entries.push({ attributes: attributes as Entry<Value, Cell>['attributes'], cell });
    return cell;
  }
}
