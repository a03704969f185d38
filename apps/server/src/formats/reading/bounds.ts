import { limits } from '@product-content/contract';
import { TableFileError } from '../table-error.ts';

const { rows, columns, columnName, values } = limits.tableFile;

/** Characters processed at a time: the work for one piece takes a few milliseconds. */
export const pieceLength = 16 * 1024;

/** @throws {TableFileError} when a table has more columns than any spreadsheet allows. */
export function assertColumnCount(count: number): void {
  if (count > columns) throw new TableFileError(`The file has ${count} columns; at most ${columns} can be read.`);
}

/** @throws {TableFileError} when a name is too long. */
export function assertColumnName(name: string): void {
  if (name.length <= columnName) return;
  const begin = JSON.stringify(name.slice(0, 40));
  throw new TableFileError(
    `The file has a column name of more than ${columnName} characters; it begins with ${begin}.`,
  );
}

/**
 * @param number of the row that was read last.
 * @throws {TableFileError} when a file has more rows than any sheet allows.
 */
export function assertRowCount(number: number): void {
  if (number > rows) throw new TableFileError(`The file has more than ${rows} rows; split it.`, { row: number });
}

/** The error for an item with more values than a product can have. @param what is counted: `values`. */
export function tooManyValues(what: string, row: number): TableFileError {
  return new TableFileError(`Row ${row} has more than ${values} ${what}.`, { row });
}
