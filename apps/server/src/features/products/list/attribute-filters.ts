import { type AttributeFilters, attributePrefix, wildcards } from '@product-content/contract';
import { invalidFields } from '../../../kernel/index.ts';
import type { AttributeDefinition, CatalogSnapshot } from '../../catalog/index.ts';
import { isOrdered, toOrderedNumber } from '../state/attribute-index.ts';

/** Products with one of these values. */
export interface ValueFilter {
  readonly attribute: AttributeDefinition;
  /** As text; a number in its shortest form. */
  readonly values: readonly string[];
  /** Also matches products without a value, or with any. */
  readonly blank: boolean;
  readonly any: boolean;
}

/** Products whose value is at least, or at most, a bound. */
export interface RangeFilter {
  readonly attribute: AttributeDefinition;
  readonly bound: 'min' | 'max';
  /** The bound as the caller wrote it. */
  readonly text: string;
  /** The bound in the order of the attribute's values: see {@link toOrderedNumber}. */
  readonly number: number;
}

export type AttributeFilter = ValueFilter | RangeFilter;

type FilterCatalog = Pick<CatalogSnapshot, 'attribute'>;

/** True when a filter names attributes. */
export function namesAttributes(filter: AttributeFilters): boolean {
  return namesOf(filter).length > 0;
}

/** The names of a filter's conditions on attributes: `attributes.color`. */
export function namesOf(filter: AttributeFilters): `${typeof attributePrefix}${string}`[] {
  return Object.entries(filter).flatMap(([name, values]) =>
    name.startsWith(attributePrefix) && values !== undefined ? [name as `${typeof attributePrefix}${string}`] : [],
  );
}

/** The attribute of a condition, and its bound, if any; an attribute with the whole name wins. */
export function attributeOf(
  name: string,
  catalog: FilterCatalog,
): { readonly attribute: AttributeDefinition; readonly bound: 'min' | 'max' | null } | null {
  const code = name.slice(attributePrefix.length);
  const whole = catalog.attribute(code);
  if (whole !== undefined) return { attribute: whole, bound: null };
  const [, base = '', bound] = /^(.+)_(min|max)$/.exec(code) ?? [];
  const attribute = catalog.attribute(base);
  return attribute === undefined ? null : { attribute, bound: bound as 'min' | 'max' };
}

/** Parses the conditions of a filter on attributes; null for one that names no attribute, or no possible value. */
export function readAttributeFilters(filter: AttributeFilters, catalog: FilterCatalog): (AttributeFilter | null)[] {
  return namesOf(filter).map((name) => {
    const read = readOne(name, filter[name] ?? [], catalog);
    return typeof read === 'string' ? null : read;
  });
}

/**
 * Checks a requested filter against the catalog. A filter that was saved earlier stays valid when its attribute is no
 * longer filterable, and is not checked again.
 *
 * @param path of the filter in the input: `filter.`
 * @throws ApiError `validation_failed` at each attribute that is unknown, not filterable or not ready, or cannot have a
 *   value.
 */
export function assertAttributeFilters(filter: AttributeFilters, catalog: FilterCatalog, path = ''): void {
  const problems = namesOf(filter).flatMap((name): [string, string][] => {
    const read = readOne(name, filter[name] ?? [], catalog);
    const problem = typeof read === 'string' ? read : problemOfIndex(read);
    return problem === null ? [] : [[`${path}${name}`, problem]];
  });
  if (problems.length > 0) throw invalidFields(Object.fromEntries(problems));
}

function problemOfIndex(filter: AttributeFilter): string | null {
  if ('values' in filter && filter.values.length === 0) return null;
  const { filterProgress } = filter.attribute;
  if (filterProgress === null) return 'The attribute is not filterable.';
  return filterProgress < 100
    ? `Its values are being indexed: ask again when "filterProgress" of the attribute is 100.`
    : null;
}

/** @returns a text if the filter is invalid. */
function readOne(name: string, texts: readonly string[], catalog: FilterCatalog): AttributeFilter | string {
  const named = attributeOf(name, catalog);
  if (named === null) return 'There is no such attribute.';
  const { attribute, bound } = named;
  if (bound === null) return readValues(attribute, texts);
  if (!isOrdered(attribute)) return `An attribute of type ${attribute.type} has no ${bound}.`;
  const [text = ''] = texts;
  const value = texts.length === 1 ? readValue(attribute, text) : null;
  if (value === null) return attribute.type === 'date' ? 'Must be one date as YYYY-MM-DD.' : 'Must be one number.';
  const number = toOrderedNumber(attribute.type === 'date' ? value : Number(value));
  return { attribute, bound, text: value, number };
}

function readValues(attribute: AttributeDefinition, texts: readonly string[]): ValueFilter | string {
  const plain = texts.filter((text) => text !== wildcards.blank && text !== wildcards.any);
  const values = plain.map((text) => readValue(attribute, text));
  const read = values.filter((value) => value !== null);
  if (read.length < values.length) return expected[attribute.type] ?? 'No value of the attribute.';
  return { attribute, values: read, blank: texts.includes(wildcards.blank), any: texts.includes(wildcards.any) };
}

const expected: Readonly<Partial<Record<AttributeDefinition['type'], string>>> = {
  integer: 'Must be numbers.',
  decimal: 'Must be numbers.',
  boolean: 'Must be true or false.',
  date: 'Must be dates as YYYY-MM-DD.',
};

/** A value as the text in the index; null when no value of the attribute can be like that. */
function readValue({ type }: AttributeDefinition, text: string): string | null {
  if (type === 'integer' || type === 'decimal') {
    return /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? String(Number(text) || 0) : null;
  }
  if (type === 'boolean') return text === 'true' || text === 'false' ? text : null;
  if (type === 'date') {
    const isDate = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
    return isDate && new Date(text).toISOString().startsWith(text) ? text : null;
  }
  return text;
}
