import { limits, type ProductInput } from '@product-content/contract';
import type { FieldProblems } from '../../../kernel/index.ts';
import type { ProductContent } from '../merge/merge-input.ts';

/** A value takes two bytes at least, with its comma. */
const fewestBytes = limits.productValues * 2;

/**
 * Holds content that an input was merged into to the bounds of a product that is sent whole: otherwise a product could
 * grow without end, change by change. A product that is too large already may change, but not grow. The problem is at the
 * largest field that was sent.
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
