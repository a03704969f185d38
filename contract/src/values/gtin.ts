import { z } from 'zod';

const gtinDigits = /^(\d{8}|\d{12,14})$/;

/**
 * True for a GTIN-8, -12, -13 or -14 with a valid check digit (GS1 General Specifications, section 7.9):
 * counted from the right, every second digit weighs three, and the sum is a multiple of ten.
 */
export function isGtin(text: string): boolean {
  if (!gtinDigits.test(text)) return false;
  let sum = 0;
  for (let index = text.length - 1, weight = 1; index >= 0; index--, weight = 4 - weight) {
    sum += (text.charCodeAt(index) - 48) * weight;
  }
  return sum % 10 === 0;
}

export const GtinSchema = z
  .string()
  .refine(isGtin, 'Must be a GTIN of 8, 12, 13 or 14 digits with a valid check digit.')
  .meta({
    description: 'GTIN-8, -12, -13 or -14 with its check digit; leading zeros are kept.',
    pattern: gtinDigits.source,
    examples: ['4006381333931'],
  });
