import { isSliceOver, nextSlice } from '../../kernel/index.ts';
import type { Cell, CellValue, Row, TableInspection } from '../table.ts';
import { assertColumnCount, assertColumnName, assertRowCount } from './bounds.ts';
import { findLongCell } from './cell-problem.ts';

/** An item that could not be read, in a file whose other items can be. */
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

/** Reads all items to find their columns and number. */
export async function inspectItems(items: AsyncIterable<unknown>): Promise<TableInspection> {
  const columns = new ItemColumns();
  let rows = 0;
  for await (const item of items) {
    if (isSliceOver()) await nextSlice();
    assertRowCount(++rows);
    if (isRecord(item)) forEachLeaf(item, (name) => columns.add(name));
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
  const twice: string[] = [];
  forEachLeaf(item, (name, value) => {
    const position = columns.positionOf(name);
    if (position === undefined) return;
    if (cells[position] === undefined) cells[position] = value;
    else twice.push(name);
  });
  const [column] = twice;
  if (column !== undefined) {
    return { number, cells, problem: { column, message: `The item has two values at ${column}.` } };
  }
  const problem = findLongCell(columns.names, cells);
  return problem === undefined ? { number, cells } : { number, cells, problem };
}

type ItemRecord = { readonly [key: string]: CellValue };

function isRecord(value: unknown): value is ItemRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof BrokenItem);
}

/**
 * Visits the leaves of an item: scalars, lists and empty objects, each with its dotted path.
 *
 * @throws {TableFileError} when a path is too long for the name of a column.
 */
function forEachLeaf(item: ItemRecord, work: (name: string, value: CellValue) => void, prefix = ''): void {
  for (const key of Object.keys(item)) {
    const value = item[key] as CellValue;
    const name = prefix + key;
    assertColumnName(name);
    if (isRecord(value) && Object.keys(value).length > 0) forEachLeaf(value, work, `${name}.`);
    else work(name, value);
  }
}
