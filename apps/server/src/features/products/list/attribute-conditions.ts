import type { AttributeFilters } from '@product-content/contract';
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import { parameter, type TablesOf, tablesOf } from '../../../storage/index.ts';
import type { AttributeDefinition, CatalogSnapshot } from '../../catalog/index.ts';
import type { ProductEntity, ProductNumberEntity } from '../product.entity.ts';
import { keyScope, presenceKey, valueKey } from '../state/attribute-index.ts';
import { type AttributeFilter, type RangeFilter, readAttributeFilters, type ValueFilter } from './attribute-filters.ts';
import type { Condition } from './conditions.ts';

const { db } = tablesOf<typeof ProductEntity | typeof ProductNumberEntity>();
const is = expressionBuilder<TablesOf<typeof ProductEntity>, 'product'>();

/**
 * The conditions of a filter on attributes.
 *
 * @param locale the language whose values of localizable attributes are compared. Default: the plain values.
 * @returns null when no product can match.
 */
export function attributeConditions(
  filter: AttributeFilters,
  catalog: Pick<CatalogSnapshot, 'attribute'>,
  locale?: string | undefined,
): (Condition & { readonly code: string })[] | null {
  const filters = readAttributeFilters(filter, catalog);
  if (filters.includes(null)) return null;
  return (filters as AttributeFilter[]).map((each) => ({
    code: each.attribute.code,
    ...('values' in each ? withValues(each, locale ?? null) : inRange(each)),
  }));
}

/** Products with one of these keys among their attribute keys. */
export const havingKey = (keys: readonly string[]): Condition => ({
  shape: 'attribute &&',
  values: [keys],
  expression: (list) => is('attribute_keys', '&&', sql<string[]>`${list}::text[]`),
});

function withValues({ attribute, values, blank, any }: ValueFilter, locale: string | null): Condition {
  const used = havingKey([attribute.code]);
  const alternatives = [
    ...(values.length === 0
      ? []
      : [isIndexed(attribute) ? oneOf(attribute, values, locale) : inDocument(attribute, values)]),
    ...(any ? [used] : []),
    ...(blank ? [not(used)] : []),
  ];
  const [only] = alternatives;
  return alternatives.length === 1 && only !== undefined ? only : either(alternatives);
}

function isIndexed({ filterProgress }: AttributeDefinition): boolean {
  return filterProgress === 100;
}

/** A value in another language replaces the plain one. */
function oneOf(attribute: AttributeDefinition, values: readonly string[], locale: string | null): Condition {
  const keysIn = (language: string | null) => values.map((value) => valueKey(keyScope(attribute, language), value));
  const plain = havingKey(keysIn(null));
  if (!attribute.localizable || locale === null) return plain;
  const translated = havingKey([presenceKey(keyScope(attribute, locale))]);
  return either([havingKey(keysIn(locale)), both(plain, not(translated))]);
}

function inRange({ attribute, bound, text, number }: RangeFilter): Condition {
  const operator = bound === 'min' ? '>=' : '<=';
  if (!isIndexed(attribute)) return rangeInDocument(attribute, operator, text);
  return {
    shape: `number ${operator}`,
    values: [attribute.id, number],
    expression: (...placeholders) => {
      const [attributeId, limit] = placeholders as [RawBuilder<never>, RawBuilder<never>];
      return is('id', 'in', numbersOf(attributeId).select('product_id').where('value', operator, limit));
    },
    // With the comparison among its conditions, the lookup could read the index of values.
    ofOne: (...placeholders) => {
      const [attributeId, limit] = placeholders as [RawBuilder<never>, RawBuilder<never>];
      const number = numbersOf(attributeId).select('value').where(sql<boolean>`product_id = product.id`);
      return sql`coalesce((${number}) ${sql.raw(operator)} ${limit}, false)`;
    },
  };
}

/** The numbers of an attribute, at most one per product. */
function numbersOf(attributeId: RawBuilder<never>) {
  return db
    .selectFrom('product_number')
    .where('workspace_id', '=', parameter('workspaceId'))
    .where('attribute_id', '=', attributeId);
}

const storedValue = (code: RawBuilder<unknown>) => sql`(document::jsonb -> 'attributes' -> ${code}::text)`;

/** Compares the values in the document: for filters saved before their attribute was indexed, or that outlived it. */
function inDocument({ code, type }: AttributeDefinition, values: readonly string[]): Condition {
  const isText = type !== 'integer' && type !== 'decimal' && type !== 'boolean';
  return {
    shape: 'document attribute =',
    values: [code, values.map((value) => (isText ? JSON.stringify(value) : value))],
    expression: (name, list) =>
      sql`coalesce(${storedValue(name as RawBuilder<never>)} @> any(${list}::jsonb[]), false)`,
  };
}

function rangeInDocument({ code, type }: AttributeDefinition, operator: '>=' | '<=', text: string): Condition {
  const comparison = sql.raw(operator);
  return {
    shape: `document attribute ${operator} ${type === 'date' ? 'date' : 'number'}`,
    values: [code, text],
    expression: (name, limit) => {
      const value = storedValue(name as RawBuilder<never>);
      if (type === 'date') return sql`coalesce(${value} #>> '{}' collate "C" ${comparison} ${limit}::text, false)`;
      return sql`case when jsonb_typeof(${value}) = 'number' then (${value})::numeric ${comparison} ${limit}::text::numeric else false end`;
    },
  };
}

/**
 * Applies a condition to a product's own value or, if a variant has none, to its parent's.
 *
 * @param code of the attribute of the condition.
 */
export function ownOrInherited({ code, ...condition }: Condition & { readonly code: string }): Condition {
  const used = havingKey([code]);
  return {
    shape: `inherited (${condition.shape})`,
    values: [[code], ...condition.values],
    expression(key, ...placeholders) {
      const holds = condition.expression(...placeholders);
      const own = is.or([used.expression(key as RawBuilder<never>), is('parent_id', 'is', null)]);
      const parents = db
        .selectFrom('product')
        .select('id')
        .where('workspace_id', '=', parameter('workspaceId'))
        .where('type', '=', sql.lit('parent'))
        .where(holds);
      const inherited = is('parent_id', '=', sql<never>`any (array(${parents}))`);
      return is.or([is.and([own, holds]), is.and([is.not(own), inherited])]);
    },
  };
}

const not = (condition: Condition): Condition => ({
  shape: `not (${condition.shape})`,
  values: condition.values,
  expression: (...placeholders) => is.not(condition.expression(...placeholders)),
});

const either = (conditions: readonly Condition[]): Condition => combined('or', conditions);
const both = (...conditions: readonly Condition[]): Condition => combined('and', conditions);

function combined(operator: 'and' | 'or', conditions: readonly Condition[]): Condition {
  return {
    shape: `(${conditions.map(({ shape }) => shape).join(` ${operator} `)})`,
    values: conditions.flatMap(({ values }) => values),
    expression(...placeholders) {
      const left = [...placeholders];
      const parts = conditions.map(({ values, expression }) => expression(...left.splice(0, values.length)));
      return operator === 'or' ? is.or(parts) : is.and(parts);
    },
  };
}
