import type { ExportFormat } from '@product-content/contract';
import type { WrittenRow } from '../../../formats/index.ts';
import type { Column } from '../../columns/index.ts';
import type { ProductDocument } from '../../products/index.ts';

type Cell = WrittenRow[number];
type ToCell = (column: Column, product: ProductDocument) => Cell;

const listSeparator = { listSeparator: '|' } as const;

/** Text in which nothing is no cell. */
const toText: ToCell = (column, product) => column.readText(product, listSeparator) || undefined;

/** What a product has of a column, as each format holds it best and imports read it back. */
const cells: Readonly<Record<ExportFormat, ToCell>> = {
  csv: toText,
  xlsx(column, product) {
    const value = column.read(product);
    return typeof value === 'number' || typeof value === 'boolean' ? value : toText(column, product);
  },
  xml(column, product) {
    const value = column.read(product);
    return Array.isArray(value) && value.length > 0 ? (value as Cell) : toText(column, product);
  },
  json: (column, product) => (column.read(product) as Cell) ?? undefined,
};

/** Makes the row of a product for a format. */
export function createRowWriter(
  format: ExportFormat,
  columns: readonly Column[],
): (product: ProductDocument) => WrittenRow {
  const toCell = cells[format];
  return (product) => columns.map((column) => toCell(column, product));
}
