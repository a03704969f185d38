import { ignoredColumn } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { targetOf } from '../plan/resolve-mapping.ts';

/**
 * Makes the function that empties the cells of a row nothing is read from. Rows a dry run would save are kept and read
 * again, many at once: what is read of them is no longer than products are, but other cells may be.
 */
export function createRowTrimmer({ layout, mapping }: ImportPlan): (row: Row) => Row {
  const isRead = layout.columns.map((name) => !['', ignoredColumn].includes(targetOf(mapping, name)));
  if (isRead.every(Boolean)) return (row) => row;
  return (row) => ({ ...row, cells: row.cells.map((cell, position) => (isRead[position] === false ? '' : cell)) });
}
