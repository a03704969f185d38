import { isSliceOver, nextSlice } from '../kernel/index.ts';
import { detectStart } from './detection/detect-layout.ts';
import { assertRowCount } from './reading/bounds.ts';
import { csvReader } from './reading/csv/read-csv.ts';
import { jsonReader } from './reading/json/read-json.ts';
import { ndjsonReader } from './reading/json/read-ndjson.ts';
import { xlsxReader } from './reading/xlsx/read-xlsx.ts';
import { readElements, xmlReader } from './reading/xml/read-xml.ts';
import type {
  ReadRowsOptions,
  Row,
  Table,
  TableFile,
  TableFormat,
  TableLayout,
  TableOptions,
  TableReader,
} from './table.ts';

const readers: Readonly<Record<TableFormat, TableReader>> = {
  csv: csvReader,
  tsv: csvReader,
  json: jsonReader,
  ndjson: ndjsonReader,
  xml: xmlReader,
  xlsx: xlsxReader,
};

/**
 * Detects the format and the columns of a file. JSON and XML files are read once for that, because any item may add a
 * column; for CSV and XLSX files the header is enough.
 *
 * @throws {TableFileError} when it is not a table, or an option does not fit it.
 *
 * @example
 * const table = await openTable({ path: '/tmp/upload', name: 'products.csv.gz' });
 * for await (const row of table.rows()) use(row.cells[table.layout.columns.indexOf('sku')]);
 */
export async function openTable(file: TableFile, options: TableOptions = {}): Promise<Table> {
  const start = await detectStart(file, options);
  const inspection = await readers[start.detected.format].inspect(file, start);
  const { columns, rows, sheet = null, dataInHeader = null, itemPath = start.itemPath } = inspection;
  const { compression } = start;
  const detected = { ...start.detected, sheet, dataInHeader, rows };
  return reopenTable(file, { detected, columns, compression, itemPath });
}

/** Opens the same file again without inspecting it: with the layout an earlier {@link openTable} found. */
export function reopenTable(file: TableFile, layout: TableLayout): Table {
  const reader = readers[layout.detected.format];
  return {
    layout,
    rows: (options) => readFrom(reader.rows(file, layout), options),
    async *elements(path) {
      if (layout.detected.format === 'xml') yield* readElements(file, layout, path);
    },
  };
}

async function* readFrom(
  rows: AsyncIterable<Row>,
  { after = 0, signal }: ReadRowsOptions = {},
): AsyncGenerator<Row, void, undefined> {
  for await (const row of rows) {
    signal?.throwIfAborted();
    assertRowCount(row.number);
    if (isSliceOver()) await nextSlice();
    if (row.number > after) yield row;
  }
}
