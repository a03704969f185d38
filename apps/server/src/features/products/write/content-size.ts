import { limits, type ProductInput } from '@product-content/contract';
import type { FieldProblems } from '../../../kernel/index.ts';
import type { ProductContent } from '../merge/merge-input.ts';

/** The longest a character of a text can become in JSON: an escape such as `\u0001`. */
const longestEscape = 6;
/** The longest a number can become, with more than a comma, a colon, or two quotes or brackets beside it. */
const longestNumber = 32;

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
  const values = countValues(after);
  if (values <= limits.productValues && bytesAtMost(after) <= limits.productBody) return;
  const report = (problem: string) => problems.add(largestOf(after, input), problem);
  const bytes = Buffer.byteLength(JSON.stringify(after));
  if (bytes > limits.productBody && bytes > Buffer.byteLength(JSON.stringify(before))) {
    report(`Makes the product larger than ${limits.productBody} bytes.`);
  }
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

/** What the JSON of a value takes at most, found without writing it: a fifth of the time. */
function bytesAtMost(value: unknown): number {
  if (typeof value === 'string') return value.length * longestEscape + longestNumber;
  if (typeof value !== 'object' || value === null) return longestNumber;
  let bytes = longestNumber;
  for (const key in value) {
    bytes += key.length * longestEscape + longestNumber + bytesAtMost(value[key as keyof typeof value]);
  }
  return bytes;
}
