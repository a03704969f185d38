import { createHash } from 'node:crypto';
import type { AttributeType, AttributeValue } from '@product-content/contract';
import type { AttributeDefinition, CatalogSnapshot } from '../../catalog/index.ts';
import type { ProductDocument } from './product-document.ts';

/** The properties of an attribute that decide how its values are indexed. */
export type IndexedAttribute = Pick<
  AttributeDefinition,
  'id' | 'code' | 'type' | 'localizable' | 'optionCodes' | 'filterProgress'
>;

/** Longer values are indexed by their hash: an index entry holds some 2,700 bytes. */
const maxValueLength = 200;

/** Types whose values are ordered for filters. */
const orderedTypes: readonly AttributeType[] = ['integer', 'decimal', 'date'];

/** True for attributes that can be filtered with `_min` and `_max`. */
export function isOrdered({ type }: Pick<AttributeDefinition, 'type'>): boolean {
  return orderedTypes.includes(type);
}

/**
 * The prefix of an attribute's values among the keys of a product: `color`, `material@` for the plain value of a
 * localizable attribute, `material@de` for its translation.
 *
 * @param locale null for the plain value.
 */
export function keyScope(
  { code, localizable }: Pick<AttributeDefinition, 'code' | 'localizable'>,
  locale: string | null,
) {
  return localizable ? `${code}@${locale ?? ''}` : code;
}

/**
 * The key of a value.
 *
 * @example
 * valueKey('color', 'red'); // 'color=red'
 */
export function valueKey(scope: string, value: string): string {
  if (value.length <= maxValueLength) return `${scope}=${value}`;
  return `${scope}~=${createHash('sha256').update(value).digest('base64url')}`;
}

/** The key of products that have any value in a scope of a localizable attribute. */
export function presenceKey(scope: string): string {
  return `${scope}=`;
}

/** A number that sorts like the values of its attribute; for dates, days since 1970. */
export function toOrderedNumber(value: AttributeValue): number {
  return typeof value === 'string' ? Date.parse(value) / 86_400_000 : Number(value);
}

/**
 * The attributes a product uses, with the values by which it is found: `color` and `color=red`. Options are always
 * included, because options in use cannot be removed.
 */
export function attributeKeysOf(
  { attributes, translations }: Pick<ProductDocument, 'attributes' | 'translations'>,
  catalog: Pick<CatalogSnapshot, 'attribute'>,
): string[] {
  const keys = new Set<string>();
  const locales = Object.entries(translations).map(
    ([locale, { attributes: values = {} }]) => [locale, values] as const,
  );
  for (const [locale, values] of [[null, attributes] as const, ...locales]) {
    for (const [code, value] of Object.entries(values)) {
      keys.add(code);
      const definition = catalog.attribute(code);
      if (definition === undefined) continue;
      for (const key of valueKeysOf(definition, locale, value)) keys.add(key);
    }
  }
  return [...keys];
}

function valueKeysOf(definition: IndexedAttribute, locale: string | null, value: AttributeValue): string[] {
  const values = Array.isArray(value) ? value : [String(value)];
  const { code, localizable, filterProgress } = definition;
  const options = definition.optionCodes.size > 0 ? values.map((option) => `${code}=${option}`) : [];
  if (filterProgress === null || (!localizable && options.length > 0)) return options;
  const scope = keyScope(definition, locale);
  const own = values.map((each) => valueKey(scope, each));
  return [...options, ...(locale === null ? own : [presenceKey(scope), ...own])];
}

/** A value by which ranges find a product. */
export interface IndexedNumber {
  /** UUID. */
  readonly attributeId: string;
  readonly value: number;
}

/** The filterable attributes of a catalog with ordered values. */
export function orderedAttributesOf(catalog: Pick<CatalogSnapshot, 'attributes'>): AttributeDefinition[] {
  return [...catalog.attributes()].filter((attribute) => attribute.filterProgress !== null && isOrdered(attribute));
}

/** A product's values of ordered attributes, in the default language. */
export function indexedNumbersOf(
  { attributes }: Pick<ProductDocument, 'attributes'>,
  ordered: readonly Pick<AttributeDefinition, 'id' | 'code'>[],
): IndexedNumber[] {
  return ordered.flatMap(({ id, code }) => {
    const value = Object.hasOwn(attributes, code) ? attributes[code] : undefined;
    const number = value === undefined ? Number.NaN : toOrderedNumber(value);
    return Number.isFinite(number) ? [{ attributeId: id, value: number }] : [];
  });
}
