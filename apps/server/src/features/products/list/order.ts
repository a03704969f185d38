import type { ProductSort, ProductSortField } from '@product-content/contract';
import { type RawBuilder, sql } from 'kysely';
import type { StatementPart } from '../../../storage/index.ts';

/** How a list is ordered: by an indexed expression, with the id as tie-break in the same direction. */
export interface ListOrder {
  readonly field: ProductSortField;
  /** The name of the order in cursors: `price:desc`. */
  readonly name: string;
  readonly direction: 'asc' | 'desc';
  /** The sort key. It must equal the expression of an index exactly. */
  readonly key: RawBuilder<unknown>;
  /** No two products of a workspace share a key: no tie-break is needed. */
  readonly unique: boolean;
}

const keys: Readonly<Record<Exclude<ProductSortField, 'name'>, Record<ListOrder['direction'], RawBuilder<unknown>>>> = {
  updatedAt: eitherWay(sql`updated_at`),
  createdAt: eitherWay(sql`created_at`),
  sku: eitherWay(sql`sku`),
  // Products without a price come last in either direction.
  price: { asc: sql`coalesce(price, 'Infinity'::numeric)`, desc: sql`coalesce(price, (-1)::numeric)` },
  completeness: eitherWay(sql`completeness`),
};

function eitherWay(key: RawBuilder<unknown>) {
  return { asc: key, desc: key };
}

const defaultSort: ProductSort = { field: 'updatedAt', descending: true };

/**
 * The order a list query asks for; by default, most recently changed first.
 *
 * @param locale whose rules sort names.
 */
export function orderOf(locale: string, { field, descending }: ProductSort = defaultSort): ListOrder {
  const direction = descending ? 'desc' : 'asc';
  const order = { field, name: `${field}:${direction}`, direction, unique: field === 'sku' } as const;
  if (field !== 'name') return { ...order, key: keys[field][direction] };
  const collation = collationOf(locale);
  const key = sql`coalesce(name, ${sql.lit(descending ? '' : '\uffff')}) collate ${sql.ref(collation)}`;
  return { ...order, name: `${order.name} ${collation}`, key };
}

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
  return ownOrder.has(known) ? `name_${known}` : 'name_root';
}

/** The ORDER BY list, for the columns of the table or the columns `key` and `id` of a subquery. */
export function orderBy({ key, direction, unique }: ListOrder, column: RawBuilder<unknown> = key): RawBuilder<unknown> {
  const by = sql.raw(direction);
  return unique ? sql`${column} ${by}` : sql`${column} ${by}, id ${by}`;
}

/** The condition for rows after a position in the order. */
export function afterPlace(
  { key, name, direction, unique }: ListOrder,
  { place, id }: { readonly place: string; readonly id: string },
): StatementPart {
  const comparison = sql.raw(direction === 'desc' ? '<' : '>');
  return {
    shape: `after ${name}`,
    values: unique ? [place] : [place, id],
    expression: (...[at, atId]) =>
      unique ? sql`${key} ${comparison} ${at}` : sql`(${key}, id) ${comparison} (${at}, ${atId})`,
  };
}
