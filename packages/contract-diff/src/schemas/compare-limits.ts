import type { JsonSchema } from '@contract-kit/openapi';

type Report = (name: string, before?: unknown, after?: unknown) => void;

const lengths = [
  ['minLength', 'maxLength', 'length'],
  ['minItems', 'maxItems', 'items'],
  ['minProperties', 'maxProperties', 'properties'],
] as const;

/** Reports which limits of texts, numbers and sizes have changed. */
export function compareLimits(before: JsonSchema, after: JsonSchema, report: Report): void {
  compareLeast(lowerBound(before), lowerBound(after), 'minimum', report);
  compareMost(upperBound(before), upperBound(after), 'maximum', report);
  for (const [least, most, name] of lengths) {
    // A minimum length of 0 is no limit.
    compareLeast(toBound(before[least] || undefined), toBound(after[least] || undefined), `min-${name}`, report);
    compareMost(toBound(before[most]), toBound(after[most]), `max-${name}`, report);
  }
  compareKeyword(before.multipleOf, after.multipleOf, 'multiple-of', report);
  compareKeyword(before.pattern, after.pattern, 'pattern', report);
  compareKeyword(before.format, after.format, 'format', report);
  if (Boolean(before.uniqueItems) !== Boolean(after.uniqueItems)) {
    report(after.uniqueItems ? 'unique-items-set' : 'unique-items-lifted');
  }
  const encodings = [before, after].map(({ contentEncoding, contentMediaType }) =>
    [contentEncoding, contentMediaType].filter(Boolean).join(' '),
  );
  if (encodings[0] !== encodings[1]) report('encoding-changed', encodings[0] || undefined, encodings[1] || undefined);
}

interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
}

function toBound(value: unknown, isExclusive = false): Bound | undefined {
  return typeof value === 'number' ? { value, isExclusive } : undefined;
}

const int32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };

function lowerBound({ minimum, exclusiveMinimum, format }: JsonSchema): Bound | undefined {
  const bounds = [toBound(minimum), toBound(exclusiveMinimum, true), toBound(format === 'int32' ? int32.least : null)];
  return tightest(bounds, 1);
}

function upperBound({ maximum, exclusiveMaximum, format }: JsonSchema): Bound | undefined {
  const bounds = [toBound(maximum), toBound(exclusiveMaximum, true), toBound(format === 'int32' ? int32.most : null)];
  return tightest(bounds, -1);
}

/** @param inwards the sign of the direction in which values are valid. */
function tightest(bounds: readonly (Bound | undefined)[], inwards: 1 | -1): Bound | undefined {
  const stated = bounds.filter((bound) => bound !== undefined);
  const order = (a: Bound, b: Bound) => (b.value - a.value) * inwards || Number(b.isExclusive) - Number(a.isExclusive);
  return stated.sort(order)[0];
}

function compareLeast(before: Bound | undefined, after: Bound | undefined, name: string, report: Report): void {
  const order = orderOf(before, after, Number.NEGATIVE_INFINITY, 1);
  if (order !== 0) report(`${name}-${order > 0 ? 'raised' : 'lowered'}`, textOf(before), textOf(after));
}

function compareMost(before: Bound | undefined, after: Bound | undefined, name: string, report: Report): void {
  const order = orderOf(before, after, Number.POSITIVE_INFINITY, -1);
  if (order !== 0) report(`${name}-${order > 0 ? 'raised' : 'lowered'}`, textOf(before), textOf(after));
}

/**
 * Above 0 when the bound has been raised. @param exclusive whether an exclusive bound is above or below an inclusive
 * one.
 */
function orderOf(before: Bound | undefined, after: Bound | undefined, none: number, exclusive: 1 | -1): number {
  const [from, to] = [before?.value ?? none, after?.value ?? none];
  if (from !== to) return to > from ? 1 : -1;
  return (Number(after?.isExclusive ?? false) - Number(before?.isExclusive ?? false)) * exclusive;
}

function textOf(bound: Bound | undefined): number | string | undefined {
  return bound?.isExclusive ? `not ${bound.value} itself` : bound?.value;
}

/** Formats of storage; formats that imply bounds are compared as bounds. */
const numberFormats = new Set<unknown>(['int32', 'int64', 'float', 'double']);

function compareKeyword(before: unknown, after: unknown, name: string, report: Report): void {
  const [from, to] = [before, after].map((value) => (numberFormats.has(value) ? undefined : value));
  if (from === to) return;
  if (from === undefined) report(`${name}-set`, undefined, to);
  else report(to === undefined ? `${name}-lifted` : `${name}-changed`, from, to);
}
