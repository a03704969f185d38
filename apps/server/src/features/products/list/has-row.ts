import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether rows have one of the product, looked up for this product alone: for `exists`, PostgreSQL may read all of them
 * at once.
 *
 * @param rows with a column `product_id`.
 */
export function hasRow<Tables, Table extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Table, object>,
): Expression<SqlBool> {
  const found = rows.select(sql<boolean>`true`.as('found')).where(sql<boolean>`product_id = product.id`).limit(1);
  return sql<SqlBool>`coalesce(${found}, false)`;
}
