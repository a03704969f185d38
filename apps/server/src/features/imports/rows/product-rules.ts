import type { RowInput } from '../../columns/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import type { ReadRow, RowRules } from './read-row.ts';
import { addUnits } from './row-defaults.ts';
import { type CheckedProduct, checkRowInput } from './row-input.ts';
import { createSkuMaker } from './row-sku.ts';

/** A row of a product whose cells are valid individually. */
export type ReadProduct = ReadRow<CheckedProduct>;

/** @param defaults of new products; their units also apply to the numbers of every row. */
export function createProductRules(plan: ImportPlan, defaults: RowInput): RowRules<CheckedProduct> {
  const makeSku = createSkuMaker(plan);
  const hasUnits = defaults.units !== undefined || defaults.currency !== undefined;
  return {
    complete(input, row) {
      if (hasUnits) addUnits(input, defaults);
      if (makeSku === null || typeof input.sku === 'string') return null;
      const sku = makeSku(row);
      if (sku !== null) input.sku = sku;
      return sku === null && plan.options.matchBy === 'sku' ? { field: 'sku', message: noSku } : null;
    },
    check: checkRowInput,
  };
}

const noSku = 'The columns of skuFrom are all empty, so the row has no SKU.';
