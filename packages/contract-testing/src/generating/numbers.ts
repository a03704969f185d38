import type { JsonSchema } from '@contract-kit/openapi/schemas';
import fc from 'fast-check';

/** The bounds of a number: what is smallest and largest, both included. */
export function boundsOf(schema: JsonSchema): { readonly min: number | undefined; readonly max: number | undefined } {
  const step = schema.type === 'integer' ? 1 : 0.01;
  const above = numberOf(schema.exclusiveMinimum);
  const below = numberOf(schema.exclusiveMaximum);
  return {
    min: numberOf(schema.minimum) ?? (above === undefined ? undefined : above + step),
    max: numberOf(schema.maximum) ?? (below === undefined ? undefined : below - step),
  };
}

/** Numbers within the bounds; non-integers have at most two decimals. */
export function arbitraryNumber(schema: JsonSchema): fc.Arbitrary<number> {
  const { min = Math.min(0, boundsOf(schema).max ?? 0), max = min + 1000 } = boundsOf(schema);
  const step = numberOf(schema.multipleOf) ?? (schema.type === 'integer' ? 1 : 0.01);
  const most = Math.min(max, min + 1_000_000 * step);
  const first = Math.ceil(min / step);
  return fc
    .integer({ min: first, max: Math.max(first, Math.floor(most / step)) })
    .map((steps) => Number((steps * step).toFixed(6)));
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
