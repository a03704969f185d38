import type { Row } from '../../../formats/index.ts';
import { toSkuPart } from '../../columns/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';

/**
 * Generates the SKU for a row without one, from the columns of the option `skuFrom`; null if those cells are all empty.
 */
export type SkuMaker = (row: Row) => string | null;

/** @returns null when SKUs are not generated. */
export function createSkuMaker({ columns, options: { skuFrom, skuSeparator } }: ImportPlan): SkuMaker | null {
  if (skuFrom === undefined || skuFrom.length === 0) return null;
  const positions = skuFrom.map((name) => columns.indexOf(name));
  return ({ cells }) => {
    const parts = positions.flatMap((position) => {
      const cell = cells[position];
      const text = typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : '';
      return text === '' ? [] : [toSkuPart(text)];
    });
    return parts.length === 0 ? null : parts.join(skuSeparator);
  };
}
