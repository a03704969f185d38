import type { Cell } from '../table.ts';
import { type ColumnPath, nestColumns } from './nested-columns.ts';
import type { WrittenRow, WrittenRows } from './table-target.ts';

/** A list of objects, one per line; dotted columns are nested. Cells that are `undefined` have no key. */
export async function* toJson(columns: readonly string[], rows: WrittenRows): AsyncGenerator<string> {
  const paths = nestColumns(columns);
  let separator = '[\n';
  for await (const cells of rows) {
    yield separator + toItem(paths, cells);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** The same objects, as one JSON document per line. */
export async function* toNdjson(columns: readonly string[], rows: WrittenRows): AsyncGenerator<string> {
  const paths = nestColumns(columns);
  for await (const cells of rows) yield `${toItem(paths, cells)}\n`;
}

type Item = { [key: string]: Cell | Item };

function toItem(paths: readonly ColumnPath[], cells: WrittenRow): string {
  // Without a prototype, `__proto__` is an ordinary key.
  const item: Item = Object.create(null);
  for (const [index, path] of paths.entries()) {
    const cell = cells[index];
    if (cell === undefined) continue;
    let inner = item;
    for (let at = 0; at < path.length - 1; at++) {
      const key = path[at] as string;
      inner[key] ??= Object.create(null) as Item;
      inner = inner[key] as Item;
    }
    inner[path.at(-1) as string] = cell;
  }
  return JSON.stringify(item);
}
