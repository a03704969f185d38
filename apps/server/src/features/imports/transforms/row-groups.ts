import type { Row } from '../../../formats/index.ts';

/** Rows of one group. No shop has products with more variants and images. */
const maxRows = 5_000;

/** Characters of the cells of one group. */
const maxCharacters = 8 * 1024 * 1024;

/** Rows of one product, in order. */
export type RowGroup = readonly [Row, ...Row[]];

interface OpenGroup {
  readonly key: string | null;
  readonly rows: Row[];
  /** Rows that cannot be read. */
  readonly broken: Row[];
  characters: number;
  /** Why further rows of the group cannot be read. */
  problem: string | null;
}

/**
 * Transforms groups of consecutive rows that belong together. Unreadable rows are passed through in their place; if the
 * first row of a group is unreadable, or the group is too large, its other rows become unreadable too.
 *
 * @param keyOf what the rows of a group have in common; null for a row that continues the group above.
 * @param toRows returns the rows that replace a group, in the order of their numbers.
 */
export async function* transformGroups(
  rows: AsyncIterable<Row>,
  keyOf: (row: Row) => string | null,
  toRows: (group: RowGroup) => Iterable<Row>,
): AsyncGenerator<Row> {
  let group = openGroup(null);
  for await (const row of rows) {
    const key = keyOf(row);
    if (key !== null && key !== group.key) {
      yield* closed(group, toRows);
      group = openGroup(key);
    }
    for (const cell of row.cells) group.characters += typeof cell === 'string' ? cell.length : 0;
    const isLarge = group.rows.length === maxRows || group.characters > maxCharacters;
    if (isLarge && group.rows.length > 0) {
      yield* closed(group, toRows);
      group = openGroup(group.key);
      group.problem = `The row continues a product of more than ${maxRows} rows, or ${maxCharacters} characters.`;
    }
    const problem = row.problem ?? (group.problem === null ? undefined : { column: null, message: group.problem });
    if (problem === undefined) group.rows.push(row);
    else if (group.rows.length > 0) group.broken.push({ number: row.number, cells: [], problem });
    else {
      group.problem ??= `Row ${row.number}, with which the product begins, cannot be read.`;
      yield { ...row, problem };
    }
  }
  yield* closed(group, toRows);
}

function openGroup(key: string | null): OpenGroup {
  return { key, rows: [], broken: [], characters: 0, problem: null };
}

function* closed({ rows, broken }: OpenGroup, toRows: (group: RowGroup) => Iterable<Row>): Generator<Row> {
  const [first, ...others] = rows;
  if (first === undefined) return;
  let next = 0;
  for (const row of toRows([first, ...others])) {
    for (; next < broken.length && (broken[next] as Row).number < row.number; next++) yield broken[next] as Row;
    yield row;
  }
  yield* broken.slice(next);
}
