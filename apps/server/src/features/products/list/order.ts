import type { ProductSort, ProductSortField } from '@product-content/contract';
import { type RawBuilder, sql } from 'kysely';
import type { StatementPart } from '../../../storage/index.ts';

/**
 * How a list is ordered: by a column, with the id as tie-break in the same direction. Products without a value come last
 * in either direction.
 */
export interface ListOrder {
  readonly field: ProductSortField;
  /** The name of the order in cursors: `price:desc`. */
  readonly name: string;
  readonly direction: 'asc' | 'desc';
  /** The sort key. It must equal the expression of an index exactly. */
  readonly key: RawBuilder<unknown>;
  /** No two products of a workspace share a key: no tie-break is needed. */
  readonly unique: boolean;
  /** Products may lack the key. */
  readonly nullable: boolean;
  /** An index has the products in this order. */
  readonly indexed: boolean;
}

const columns: Readonly<Record<ProductSortField, string>> = {
  updatedAt: 'updated_at',
  createdAt: 'created_at',
  sku: 'sku',
  name: 'name',
  price: 'price',
  completeness: 'completeness',
};

const nullable: readonly ProductSortField[] = ['name', 'price'];

const defaultSort: ProductSort = { field: 'updatedAt', descending: true };

/**
 * The order a list query asks for; by default, most recently changed first.
 *
 * @param locale whose rules sort names.
 */
export function orderOf(locale: string, { field, descending }: ProductSort = defaultSort): ListOrder {
  const direction = descending ? 'desc' : 'asc';
  const key = sql.ref(columns[field]);
  const isNullable = nullable.includes(field);
  const name = `${field}:${direction}${isNullable ? ' or none' : ''}`;
  const order = { field, name, direction, key, unique: field === 'sku', nullable: isNullable, indexed: true } as const;
  if (field !== 'name') return order;
  const collation = collationOf(locale);
  const ofLanguage = { name: `${name} ${collation}`, key: sql`${key} collate ${sql.ref(collation)}` };
  return { ...order, ...ofLanguage, indexed: collation === rootCollation };
}

const rootCollation = 'name_root';

/** Languages with sorting rules other than `name_root`, which an index serves. */
const ownOrder: ReadonlySet<string> = new Set(
  'ar az bg ca cs cy da el es et fa fi he hi hr hu is ja kk ko lt lv nb nn pl ro ru sk sl sq sr sv th tr uk vi zh'.split(
    ' ',
  ),
);

/** The collation of names in a locale, created by a migration. */
function collationOf(locale: string): string {
  const { language } = new Intl.Locale(locale);
  const known = language === 'no' ? 'nb' : language;
  return ownOrder.has(known) ? `name_${known}` : rootCollation;
}

/** A position in the order: after a product. */
export interface Place {
  /** The sort key as text; null for a product without one. */
  readonly place: string | null;
  readonly id: string;
}

/** The ORDER BY list, for the columns of the table or the columns `key` and `id` of a subquery. */
export function orderBy(
  { key, direction, unique, nullable: isNullable }: ListOrder,
  column: RawBuilder<unknown> = key,
): RawBuilder<unknown> {
  const by = sql.raw(direction);
  if (unique) return sql`${column} ${by}`;
  return sql`${column} ${by}${isNullable ? sql` nulls last` : sql``}, id ${by}`;
}

/** A part of a list that an index has in order: the products with a key, or those without. */
export interface Run {
  readonly conditions: readonly StatementPart[];
  /** The order of the index, which has the products without a key behind the others, backwards in front of them. */
  readonly order: ListOrder;
}

/** A whole list, from its start or after a place, as one run that has to be sorted. */
export function wholeList(order: ListOrder, after: Place | null): Run {
  return { conditions: after === null ? [] : [afterPlace(order, after)], order };
}

/** The runs of a list, from its start or after a place. */
export function runsOf(order: ListOrder, after: Place | null): Run[] {
  if (!order.indexed) return [wholeList(order, after)];
  const run = (...conditions: readonly StatementPart[]): Run => ({ conditions, order: { ...order, nullable: false } });
  const start = after === null ? [] : [behind(order, after)];
  if (!order.nullable || (after === null && order.direction === 'asc')) return [run(...start)];
  if (after?.place === null) return [run(keyless(order), ...start)];
  return [run(...(after === null ? [keyed(order)] : start)), run(keyless(order))];
}

const keyed = ({ field }: ListOrder): StatementPart => ({
  shape: `has ${field}`,
  values: [],
  expression: () => sql`${sql.ref(columns[field])} is not null`,
});

const keyless = ({ field }: ListOrder): StatementPart => ({
  shape: `no ${field}`,
  values: [],
  expression: () => sql`${sql.ref(columns[field])} is null`,
});

/** Rows of the same run after a place. */
function behind({ key, name, direction, unique }: ListOrder, { place, id }: Place): StatementPart {
  const comparison = sql.raw(direction === 'desc' ? '<' : '>');
  if (place === null) {
    return { shape: `after none ${name}`, values: [id], expression: (atId) => sql`id ${comparison} ${atId}` };
  }
  return {
    shape: `after ${name}`,
    values: unique ? [place] : [place, id],
    expression: (...[at, atId]) =>
      unique ? sql`${key} ${comparison} ${at}` : sql`(${key}, id) ${comparison} (${at}, ${atId})`,
  };
}

/** The condition for rows after a place, in a list of all runs. */
export function afterPlace(order: ListOrder, after: Place): StatementPart {
  const following = behind(order, after);
  if (!order.nullable) return following;
  const { shape, values, expression } = following;
  const { key } = order;
  return after.place === null
    ? { shape, values, expression: (...at) => sql`(${key} is null and ${expression(...at)})` }
    : { shape, values, expression: (...at) => sql`(${expression(...at)} or ${key} is null)` };
}
