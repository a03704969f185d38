import { limits } from '@product-content/contract';
import type { Cell, RowProblem } from '../table.ts';

/** Finds the first text in a row that is too long for a cell. */
export function findLongCell(columns: readonly string[], cells: readonly Cell[]): RowProblem | undefined {
  const { cell: longest } = limits.tableFile;
  for (const [index, cell] of cells.entries()) {
    if (typeof cell !== 'string' || cell.length <= longest) continue;
    const message = `The cell has more than ${longest} characters.`;
    return { column: columns[index] ?? null, message };
  }
  return undefined;
}

/** The problem of a row with content after the last column. */
export function tooManyCells(count: number, columns: readonly string[]): RowProblem {
  const message = `The row has ${count} cells, the header ${columns.length}; is a quote or delimiter wrong?`;
  return { column: null, message };
}
