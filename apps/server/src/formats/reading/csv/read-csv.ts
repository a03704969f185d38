import { isSliceOver, nextSlice } from '../../../kernel/index.ts';
import { readSeparatorLine } from '../../detection/delimiter.ts';
import { restore } from '../../formula-cells.ts';
import type { Row, TableFile, TableLayout, TableReader, TableStart } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { assertColumnCount, assertRowCount } from '../bounds.ts';
import { findLongCell, tooManyCells } from '../cell-problem.ts';
import { columnsOf, type NamedColumns } from '../column-names.ts';
import { readText } from '../file-text.ts';
import { type CsvRecord, CsvScanner } from './csv-scanner.ts';

/** Files up to this size are read completely at once: rows are counted, and errors in them are reported immediately. */
const countedBytes = 2 * 1024 * 1024;

/**
 * CSV and TSV (RFC 4180): quotes, doubled quotes, line breaks in cells, any line ending. Cells are unconverted text.
 */
export const csvReader: TableReader = {
  async inspect(file, start) {
    const hasHeader = start.detected.header !== false;
    let named: NamedColumns | null = null;
    let rows = 0;
    for await (const records of readRecords(file, start)) {
      for (const record of records) {
        if (isSliceOver()) await nextSlice();
        if (named !== null || !hasHeader) assertRowCount(++rows);
        named ??= toColumns(record, hasHeader);
        if (start.size > countedBytes) return { ...named, rows: null };
      }
    }
    if (named === null) throw new TableFileError(hasHeader ? 'The file has no header.' : 'The file has no rows.');
    return { ...named, rows };
  },

  async *rows(file, layout) {
    let number = layout.detected.header === false ? 0 : -1;
    for await (const records of readRecords(file, layout)) {
      for (const record of records) if (++number > 0) yield toRow(number, record, layout.columns);
    }
  },
};

function toColumns({ cells, count }: CsvRecord, hasHeader: boolean): NamedColumns {
  assertColumnCount(count);
  return columnsOf(cells.map(restore), hasHeader);
}

function toRow(number: number, { cells: read, count }: CsvRecord, columns: readonly string[]): Row {
  const cells = (read.length > columns.length ? read.slice(0, columns.length) : read).map(restore);
  const hasMore = count > read.length || read.some((cell, at) => at >= columns.length && cell !== '');
  const problem = hasMore ? tooManyCells(count, columns) : findLongCell(columns, cells);
  return problem === undefined ? { number, cells } : { number, cells, problem };
}

/**
 * The records of a file that have any content, including the header; those that end in a piece of it together, because
 * each step of an asynchronous generator costs about as much as scanning a short record.
 */
async function* readRecords(file: TableFile, layout: TableLayout | TableStart): AsyncGenerator<CsvRecord[]> {
  const { delimiter, header } = layout.detected;
  const scanner = new CsvScanner(delimiter ?? ',', header !== false);
  for await (const text of withoutSeparatorLine(readText(file, layout))) yield scanner.feed(text);
  yield scanner.end();
}

async function* withoutSeparatorLine(text: AsyncIterable<string>): AsyncGenerator<string> {
  let first = true;
  for await (const chunk of text) {
    yield first && readSeparatorLine(chunk) !== null ? chunk.replace(/^sep=.(\r\n|\n|\r)/, '') : chunk;
    first = false;
  }
}
