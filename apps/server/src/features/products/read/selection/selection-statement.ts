import type { ProductFilter } from '@product-content/contract';
import { type Condition, type FilterCatalog, toConditions } from '../list/conditions.ts';

/** Filters that pick products out, and with a parent its variants. The others hold for each row. */
const picking = ['q', 'sku', 'ids', 'category', 'include_subcategories', 'collection', 'tag', 'brand'] as const;

/** Which products: a filter, and whether variants are among them. */
export interface SelectionInput {
  readonly filter: ProductFilter;
  readonly includeVariants: boolean;
}

/**
 * The conditions of a selection. With `includeVariants` the variants of a picked parent are picked too: what belongs
 * to a family (category, collections, brand, tags) is often stated on the parent alone.
 *
 * @returns null when no product can match.
 */
export function toSelectionConditions(
  { filter, includeVariants }: SelectionInput,
  catalog: FilterCatalog | null,
): Condition[] | null {
  const picked = toConditions(Object.fromEntries(picking.map((name) => [name, filter[name]])), catalog);
  const others = Object.entries(filter).filter(([name]) => !(picking as readonly string[]).includes(name));
  const states = toConditions({ ...Object.fromEntries(others), ...(!includeVariants && { top_level: true }) }, catalog);
  if (picked === null || states === null) return null;
  if (!includeVariants || filter.top_level === true || picked.length === 0) return [...states, ...picked];
  return [...states, pickedWithVariants(picked)];
}

function pickedWithVariants(picked: readonly Condition[]): Condition {
  const sql = picked.map((condition) => condition.sql).join(' and ');
  const values = picked.flatMap((condition) => condition.values);
  const parents = `select id from product where workspace_id = $1 and type = 'parent' and ${sql}`;
  return { sql: `(${sql} or parent_id = any (array(${parents})))`, values: [...values, ...values] };
}
