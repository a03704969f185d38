import { AmountSchema, CurrencySchema, type ProductInput, ProductInputSchema } from '@product-content/contract';
import { z } from 'zod';
import { toFieldErrors } from '../../../kernel/index.ts';
import type { RowInput } from '../../columns/index.ts';
import type { CheckedRow } from './read-row.ts';

/** The content of a product's row. */
export interface CheckedProduct {
  readonly input: ProductInput;
  readonly prices: RowInput['prices'];
}

const amount = AmountSchema.nullable().optional();
const PricePatchesSchema = z.record(CurrencySchema, z.strictObject({ amount, compareAt: amount, cost: amount }));
const RowSchema = ProductInputSchema.omit({ expectedVersion: true });

/** Most files have columns only for the price in the currency of a product. */
const noPrices = PricePatchesSchema.safeParse({});

/** Checks the input of a row against the contract. */
export function checkRowInput({ prices, ...fields }: RowInput): CheckedRow<CheckedProduct> {
  const parsed = RowSchema.safeParse(fields);
  const patches = prices === undefined ? noPrices : PricePatchesSchema.safeParse(prices);
  if (parsed.success && patches.success) return { issues: null, checked: { input: parsed.data, prices: patches.data } };
  const ofPrices = patches.error?.issues.map((issue) => ({ ...issue, path: ['prices', ...issue.path] })) ?? [];
  return { issues: { ...toFieldErrors(parsed.error?.issues ?? []), ...toFieldErrors(ofPrices) } };
}
