import { assertDelimiter } from '../detection/delimiter.ts';
import { toChunks } from './chunks.ts';
import { toCsv } from './csv.ts';
import { toJson, toNdjson } from './json.ts';
import type { TableTarget, WrittenRows } from './table-target.ts';
import { toXlsx } from './xlsx/xlsx.ts';
import { toXml } from './xml.ts';

/**
 * Writes a table as a stream: rows are requested as the bytes are consumed, and are not kept. Ending the iteration
 * early also ends that of the rows; errors of the rows are thrown here. All text is UTF-8.
 *
 * @param rows cells by the position of their column.
 * @throws {TableFileError} when the delimiter is not one character.
 *
 * @example
 * const bytes = writeTable({ format: 'csv', bom: true }, ['sku', 'price'], rows);
 * await pipeline(bytes, response);
 */
export function writeTable(
  target: TableTarget,
  columns: readonly string[],
  rows: WrittenRows,
): AsyncGenerator<Buffer, void, undefined> {
  if (target.format === 'csv' && target.delimiter !== undefined) assertDelimiter(target.delimiter);
  switch (target.format) {
    case 'csv':
    case 'tsv': {
      const delimiter = target.format === 'tsv' ? '\t' : (target.delimiter ?? ',');
      return toChunks(toCsv(columns, rows, { delimiter, bom: target.bom ?? false, header: target.header ?? true }));
    }
    case 'json':
      return toChunks(toJson(columns, rows));
    case 'ndjson':
      return toChunks(toNdjson(columns, rows));
    case 'xml':
      return toChunks(toXml(columns, rows));
    case 'xlsx':
      return toXlsx(columns, rows, { sheet: target.sheet ?? 'Products', onWarning: target.onWarning ?? (() => {}) });
  }
}
