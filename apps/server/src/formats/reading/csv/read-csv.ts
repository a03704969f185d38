import { pipeline, Readable } from 'node:stream';
import { limits } from '@product-content/contract';
import { CsvError, parse } from 'csv-parse';
import { readSeparatorLine } from '../../detection/delimiter.ts';
import { restore } from '../../formula-cells.ts';
import type { Row, TableFile, TableLayout, TableReader, TableStart } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { findLongCell, tooManyCells } from '../cell-problem.ts';
import { nameColumns } from '../column-names.ts';
import { readText } from '../file-text.ts';

/** Files up to this are read whole at once: rows are counted, and what is wrong with them is told right away. */
const countedBytes = 2 * 1024 * 1024;

/** CSV and TSV (RFC 4180): quotes, doubled quotes, line breaks in cells, any line ends. Cells are texts as they stand. */
export const csvReader: TableReader = {
  async inspect(file, start) {
    let columns: string[] | null = null;
    let rows = 0;
    for await (const record of readRecords(file, start)) {
      if (columns !== null) rows++;
      else columns = nameColumns(record.map(restore));
      if (start.size > countedBytes) return { columns, rows: null };
    }
    if (columns === null) throw new TableFileError('The file has no header.');
    return { columns, rows };
  },

  async *rows(file, layout) {
    let header: readonly string[] | null = null;
    let number = 0;
    for await (const record of readRecords(file, layout)) {
      if (header === null) header = record;
      else yield toRow(++number, record, layout.columns);
    }
  },
};

function toRow(number: number, record: string[], columns: readonly string[]): Row {
  const extra = record.length > columns.length && record.findIndex((cell, at) => at >= columns.length && cell !== '');
  const cells = (extra === false ? record : record.slice(0, columns.length)).map(restore);
  const problem = extra !== false && extra >= 0 ? tooManyCells(record, columns) : findLongCell(columns, cells);
  return problem === undefined ? { number, cells } : { number, cells, problem };
}

/** The records of a file that have any content, the header included. */
async function* readRecords(file: TableFile, layout: TableLayout | TableStart): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: layout.detected.delimiter ?? ',',
    max_record_size: limits.tableFile.row,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote inside a cell that does not begin with one is a quote: 5" pipe.
    relax_quotes: true,
  });
  const source = Readable.from(withoutSeparatorLine(readText(file, layout)));
  pipeline(source, parser, () => {});
  let record = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (cells.every((cell) => cell === '')) continue;
      yield cells;
      record++;
    }
  } catch (error) {
    throw error instanceof CsvError ? toTableError(error, record) : error;
  } finally {
    parser.destroy();
    source.destroy();
  }
}

async function* withoutSeparatorLine(text: AsyncIterable<string>): AsyncGenerator<string> {
  let first = true;
  for await (const chunk of text) {
    yield first && readSeparatorLine(chunk) !== null ? chunk.replace(/^sep=.(\r\n|\n|\r)/, '') : chunk;
    first = false;
  }
}

/** `record` counts the header, so that it is the number of the data row that failed; 0 is the header itself. */
function toTableError(error: CsvError, record: number): TableFileError {
  const where = record === 0 ? 'the header' : `row ${record}`;
  const place = { cause: error, ...(record === 0 ? {} : { row: record }) };
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new TableFileError(`A quote that opens in ${where} is never closed.`, place);
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const { row } = limits.tableFile;
    const cell = Number(error.column) + 1;
    const message = `In ${where}, cell ${cell}, more than ${row} characters have no end; is a quote never closed?`;
    return new TableFileError(message, place);
  }
  return new TableFileError(`The file is no CSV at ${where}: ${error.message}`, place);
}
