import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether a table has a row of the product, looked up for each product: `exists` may read all rows of the table once, for
 * however few products.
 *
 * @param rows of a table with a column `product_id`.
 */
export function hasRow<Tables, Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, object>,
): Expression<SqlBool> {
  const found = rows.select(sql<boolean>`true`.as('found')).where(sql<boolean>`product_id = product.id`).limit(1);
  return sql<SqlBool>`coalesce(${found}, false)`;
}
