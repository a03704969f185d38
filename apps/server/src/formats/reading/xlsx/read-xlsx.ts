import type { Row, TableReader } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { findLongCell, tooManyCells } from '../cell-problem.ts';
import { columnsOf, type NamedColumns } from '../column-names.ts';
import { openSheet } from './sheet.ts';
import { type SheetRow, toProblem } from './sheet-scanner.ts';

/** One sheet of an XLSX workbook (ECMA-376). The value of a formula is its last result. */
export const xlsxReader: TableReader = {
  async inspect(file, { detected }) {
    const { name, isLarge, rows, close } = await openSheet(file, detected.sheet, 'header');
    try {
      const hasHeader = detected.header !== false;
      let named: NamedColumns | null = null;
      let count = 0;
      for await (const { cells } of rows) {
        if (named !== null || !hasHeader) count++;
        named ??= columnsOf(
          Array.from(cells, (cell) => String(cell ?? '')),
          hasHeader,
        );
        if (isLarge) return { ...named, rows: null, sheet: name };
      }
      if (named === null) {
        throw new TableFileError(`The sheet ${JSON.stringify(name)} has no ${hasHeader ? 'header' : 'rows'}.`);
      }
      return { ...named, rows: count, sheet: name };
    } finally {
      await close();
    }
  },

  async *rows(file, { detected, columns }) {
    const sheet = await openSheet(file, detected.sheet, 'rows');
    try {
      let number = detected.header === false ? 0 : -1;
      for await (const row of sheet.rows) if (++number > 0) yield toRow(number, row, columns);
    } finally {
      await sheet.close();
    }
  },
};

function toRow(number: number, { cells: read, error }: SheetRow, columns: readonly string[]): Row {
  const extra =
    read.length > columns.length && read.slice(columns.length).some((cell) => cell !== undefined && cell !== '');
  const cells = read.length > columns.length ? read.slice(0, columns.length) : read;
  const problem = extra
    ? tooManyCells(read.length, columns)
    : (toProblem(error, columns) ?? findLongCell(columns, cells));
  return problem === undefined ? { number, cells } : { number, cells, problem };
}
