import type { Cell, CellValue, Row, TableInspection } from '../table.ts';
import { findLongCell } from './cell-problem.ts';
import { assertColumnCount } from './column-names.ts';

/** An item that could not be read, in a file whose other items can. */
export class BrokenItem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** The columns of nested items, by dotted path: `{ "prices": { "EUR": 1 } }` has the column `prices.EUR`. */
export class ItemColumns {
  readonly names: string[];
  private readonly positions: Map<string, number>;

  constructor(names: readonly string[] = []) {
    this.names = [...names];
    this.positions = new Map(names.map((name, index) => [name, index]));
  }

  /** @throws {TableFileError} when there are too many. */
  add(name: string): void {
    if (this.positions.has(name)) return;
    assertColumnCount(this.names.length + 1);
    this.positions.set(name, this.names.length);
    this.names.push(name);
  }

  positionOf(name: string): number | undefined {
    return this.positions.get(name);
  }
}

/** Reads all items for their columns and number. */
export async function inspectItems(items: AsyncIterable<unknown>): Promise<TableInspection> {
  const columns = new ItemColumns();
  let rows = 0;
  for await (const item of items) {
    rows++;
    if (isRecord(item)) for (const [name] of flatten(item)) columns.add(name);
  }
  return { columns: columns.names, rows };
}

export function toItemRow(number: number, item: unknown, columns: ItemColumns): Row {
  if (item instanceof BrokenItem) return { number, cells: [], problem: { column: null, message: item.message } };
  if (!isRecord(item)) {
    const found = item === null ? 'null' : Array.isArray(item) ? 'a list' : `a ${typeof item}`;
    return { number, cells: [], problem: { column: null, message: `The item is ${found}, not an object.` } };
  }
  const cells = new Array<Cell>(columns.names.length);
  for (const [name, value] of flatten(item)) {
    const position = columns.positionOf(name);
    if (position === undefined) continue;
    if (cells[position] !== undefined) {
      return { number, cells, problem: { column: name, message: `The item has two values at ${name}.` } };
    }
    cells[position] = value;
  }
  const problem = findLongCell(columns.names, cells);
  return problem === undefined ? { number, cells } : { number, cells, problem };
}

type ItemRecord = { readonly [key: string]: CellValue };

function isRecord(value: unknown): value is ItemRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof BrokenItem);
}

/** The leaves of an item: scalars, lists and empty objects, each under its dotted path. */
function* flatten(item: ItemRecord, prefix = ''): Generator<[string, CellValue]> {
  for (const key of Object.keys(item)) {
    const value = item[key] as CellValue;
    if (isRecord(value) && Object.keys(value).length > 0) yield* flatten(value, `${prefix}${key}.`);
    else yield [prefix + key, value];
  }
}
