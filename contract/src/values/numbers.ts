import { z } from 'zod';

/** Digits after the decimal point in the shortest decimal form of a number; Infinity if that form has an exponent. */
export function decimalPlaces(value: number): number {
  const text = String(Math.abs(value));
  if (text.includes('e')) return Number.POSITIVE_INFINITY;
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/**
 * The largest amount: eleven digits before the decimal point and four after it are fifteen significant digits, which a
 * double represents exactly, so that an amount is the same decimal in JSON, in JavaScript and in PostgreSQL.
 */
export const maxAmount = 99_999_999_999;

export const AmountSchema = z
  .number()
  .min(0)
  .max(maxAmount)
  .refine((value) => decimalPlaces(value) <= 4, 'Must have at most 4 decimals.')
  .meta({ description: 'At most 4 decimals; stored exactly.', examples: [19.99] });

export const MeasureSchema = z
  .number()
  .min(0)
  .max(maxAmount)
  .refine((value) => decimalPlaces(value) <= 4, 'Must have at most 4 decimals.');
