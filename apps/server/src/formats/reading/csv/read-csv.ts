import { isSliceOver, nextSlice } from '../../../kernel/index.ts';
import { readSeparatorLine } from '../../detection/delimiter.ts';
import { restore } from '../../formula-cells.ts';
import type { Row, TableFile, TableLayout, TableReader, TableStart } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { assertColumnCount, assertRowCount } from '../bounds.ts';
import { findLongCell, tooManyCells } from '../cell-problem.ts';
import { nameColumns } from '../column-names.ts';
import { readText } from '../file-text.ts';
import { type CsvRecord, CsvScanner } from './csv-scanner.ts';

/** Files up to this are read whole at once: rows are counted, and what is wrong with them is told right away. */
const countedBytes = 2 * 1024 * 1024;

/** CSV and TSV (RFC 4180): quotes, doubled quotes, line breaks in cells, any line ends. Cells are texts as they stand. */
export const csvReader: TableReader = {
  async inspect(file, start) {
    let columns: string[] | null = null;
    let rows = 0;
    for await (const record of readRecords(file, start)) {
      if (isSliceOver()) await nextSlice();
      if (columns === null) columns = toColumns(record);
      else assertRowCount(++rows);
      if (start.size > countedBytes) return { columns, rows: null };
    }
    if (columns === null) throw new TableFileError('The file has no header.');
    return { columns, rows };
  },

  async *rows(file, layout) {
    let header: CsvRecord | null = null;
    let number = 0;
    for await (const record of readRecords(file, layout)) {
      if (header === null) header = record;
      else yield toRow(++number, record, layout.columns);
    }
  },
};

function toColumns({ cells, count }: CsvRecord): string[] {
  assertColumnCount(count);
  return nameColumns(cells.map(restore));
}

function toRow(number: number, { cells: read, count }: CsvRecord, columns: readonly string[]): Row {
  const cells = (read.length > columns.length ? read.slice(0, columns.length) : read).map(restore);
  const hasMore = count > read.length || read.some((cell, at) => at >= columns.length && cell !== '');
  const problem = hasMore ? tooManyCells(count, columns) : findLongCell(columns, cells);
  return problem === undefined ? { number, cells } : { number, cells, problem };
}

/** The records of a file that have any content, the header included. */
async function* readRecords(file: TableFile, layout: TableLayout | TableStart): AsyncGenerator<CsvRecord> {
  const scanner = new CsvScanner(layout.detected.delimiter ?? ',');
  for await (const text of withoutSeparatorLine(readText(file, layout))) yield* scanner.feed(text);
  yield* scanner.end();
}

async function* withoutSeparatorLine(text: AsyncIterable<string>): AsyncGenerator<string> {
  let first = true;
  for await (const chunk of text) {
    yield first && readSeparatorLine(chunk) !== null ? chunk.replace(/^sep=.(\r\n|\n|\r)/, '') : chunk;
    first = false;
  }
}
