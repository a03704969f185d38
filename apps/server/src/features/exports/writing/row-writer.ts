import type { ExportFormat } from '@product-content/contract';
import type { WrittenRow } from '../../../formats/index.ts';
import type { Column } from '../../columns/index.ts';

type Cell = WrittenRow[number];
type ToCell = (column: Column, record: object) => Cell;

const listSeparator = { listSeparator: '|' } as const;

/** Text in which nothing is no cell. */
const toText: ToCell = (column, record) => column.readText(record, listSeparator) || undefined;

/** What a record has of a column, as each format holds it best and imports read it back. */
const cells: Readonly<Record<ExportFormat, ToCell>> = {
  csv: toText,
  xlsx(column, record) {
    const value = column.read(record);
    return typeof value === 'number' || typeof value === 'boolean' ? value : toText(column, record);
  },
  xml(column, record) {
    const value = column.read(record);
    return Array.isArray(value) && value.length > 0 ? (value as Cell) : toText(column, record);
  },
  json: (column, record) => (column.read(record) as Cell) ?? undefined,
};

/** Makes the row of a record for a format. */
export function createRowWriter(format: ExportFormat, columns: readonly Column[]): (record: object) => WrittenRow {
  const toCell = cells[format];
  return (record) => columns.map((column) => toCell(column, record));
}
