import type { ProductSort, ProductSortField } from '@product-content/contract';

/** How a list is ordered: by an indexed expression, with the id as tie-break in the same direction. */
export interface ListOrder {
  readonly field: ProductSortField;
  /** Names the order in cursors: `price:desc`. */
  readonly name: string;
  /** SQL of the sort key. The expressions are those of the indexes, to the letter. */
  readonly expression: string;
  readonly descending: boolean;
  /** No two products of a workspace share a key: it needs no tie-break. */
  readonly unique: boolean;
}

type Expression = string | ((descending: boolean) => string);

const expressions: Readonly<Record<ProductSortField, Expression>> = {
  updatedAt: 'updated_at',
  createdAt: 'created_at',
  name: `coalesce(name, '') collate "und-x-icu"`,
  sku: 'sku',
  // Products without a price come last in either direction.
  price: (descending) => (descending ? 'coalesce(price, (-1)::numeric)' : `coalesce(price, 'Infinity'::numeric)`),
  completeness: 'completeness',
};

const defaultSort: ProductSort = { field: 'updatedAt', descending: true };

/** The order a list query asks for, by default the last changed first. */
export function orderOf({ field, descending }: ProductSort = defaultSort): ListOrder {
  const expression = expressions[field];
  return {
    field,
    name: `${field}:${descending ? 'desc' : 'asc'}`,
    expression: typeof expression === 'string' ? expression : expression(descending),
    descending,
    unique: field === 'sku',
  };
}

/** The ORDER BY list, of the table's columns or of the columns `key` and `id` of a subquery. */
export function orderBy(order: ListOrder, key: string = order.expression): string {
  const direction = order.descending ? ' desc' : '';
  return order.unique ? `${key}${direction}` : `${key}${direction}, id${direction}`;
}

/** The condition of what comes after a place in the order; it takes the place's key and, unless unique, its id. */
export function afterPlace(order: ListOrder): string {
  const comparison = order.descending ? '<' : '>';
  return order.unique ? `${order.expression} ${comparison} ?` : `(${order.expression}, id) ${comparison} (?, ?)`;
}
