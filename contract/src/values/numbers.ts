import { z } from 'zod';

/** Digits after the point in the shortest decimal form of a number; Infinity where that form has an exponent. */
export function decimalPlaces(value: number): number {
  const text = String(Math.abs(value));
  if (text.includes('e')) return Number.POSITIVE_INFINITY;
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

/**
 * Largest amount: eleven digits before the point and four after are fifteen significant digits, which a double
 * carries exactly, so that an amount is the same decimal in JSON, in JavaScript and in PostgreSQL.
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
