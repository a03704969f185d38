import type { Row } from '../../../formats/index.ts';

/** Rows of one group. No shop has products with more variants and images together. */
const mostRows = 5_000;

/** Characters of the cells of one group. */
const mostCharacters = 8 * 1024 * 1024;

/**
 * Rows that follow each other and belong together, as one list. A row that has a problem of its own is a list by itself,
 * and the group goes on behind it.
 *
 * @param keyOf what rows of a group have in common; null for a row that goes on with the group above.
 */
export async function* groupRows(
  rows: AsyncIterable<Row>,
  keyOf: (row: Row) => string | null,
): AsyncGenerator<readonly Row[]> {
  let group: Row[] = [];
  let groupKey: string | null = null;
  let characters = 0;
  for await (const row of rows) {
    const key = row.problem === undefined ? keyOf(row) : null;
    if (key !== null && key !== groupKey) {
      if (group.length > 0) yield group;
      [group, groupKey, characters] = [[], key, 0];
    }
    for (const cell of row.cells) characters += typeof cell === 'string' ? cell.length : 0;
    const isFull = group.length === mostRows || (group.length > 0 && characters > mostCharacters);
    if (row.problem === undefined && !isFull) group.push(row);
    else {
      const message = `The row goes on with a product of more than ${mostRows} rows, or ${mostCharacters} characters.`;
      // In the order of the file.
      if (group.length > 0) yield group;
      [group, groupKey] = [[], isFull ? key : groupKey];
      yield [row.problem === undefined ? { ...row, problem: { column: null, message } } : row];
    }
  }
  if (group.length > 0) yield group;
}
