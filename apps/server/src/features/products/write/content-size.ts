import { limits, type ProductInput } from '@product-content/contract';
import type { FieldProblems } from '../../../kernel/index.ts';
import type { ProductContent } from '../merge/merge-input.ts';

/** A value takes at least two bytes, including its comma. */
const fewestBytes = limits.productValues * 2;

/**
 * Checks merged content against the size limits of a product that is sent whole: otherwise a product could grow without
 * limit, change by change. A product that is already too large may change, but not grow. The problem is reported at the
 * largest field in the input.
 */
export function checkContentSize(
  before: ProductContent,
  after: ProductContent,
  input: ProductInput,
  problems: FieldProblems,
): void {
  const text = JSON.stringify(after);
  if (text.length <= fewestBytes) return;
  const report = (problem: string) => problems.add(largestOf(after, input), problem);
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.productBody && bytes > Buffer.byteLength(JSON.stringify(before))) {
    report(`Makes the product larger than ${limits.productBody} bytes.`);
  }
  const values = countValues(after);
  if (values > limits.productValues && values > countValues(before)) {
    report(`Gives the product more than ${limits.productValues} values.`);
  }
}

function largestOf(after: ProductContent, input: ProductInput): string {
  const sizes = Object.keys(input).map((field) => {
    const value = after[field as keyof ProductContent];
    return { field, size: value === undefined ? 0 : JSON.stringify(value).length };
  });
  return sizes.reduce((largest, other) => (other.size > largest.size ? other : largest)).field;
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + countValues(member), 1);
}
