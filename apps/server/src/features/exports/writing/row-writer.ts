import type { ExportFormat } from '@product-content/contract';
import type { WrittenRow } from '../../../formats/index.ts';
import type { Column } from '../../columns/index.ts';

type Cell = WrittenRow[number];
type ToCell = (column: Column, record: object) => Cell;

const listSeparator = { listSeparator: '|' } as const;

/** Text formats: no value gives an empty cell. */
const toText: ToCell = (column, record) => column.readText(record, listSeparator) || undefined;

/** The cell of each format: in its most suitable type, and in a form that imports read back. */
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

/** Returns a function that converts a record to a row of a format. */
export function createRowWriter(format: ExportFormat, columns: readonly Column[]): (record: object) => WrittenRow {
  const toCell = cells[format];
  return (record) => columns.map((column) => toCell(column, record));
}
