import type { ProductFilter } from '@product-content/contract';
import { decodeId } from '../../../../kernel/index.ts';
import type { SqlParameter } from '../../../../storage/index.ts';
import type { CatalogSnapshot } from '../../../catalog/index.ts';
import { containsPattern, searchWords } from './search-words.ts';

/** One condition on rows of `product`: SQL with a `?` for each value. `$1` is the workspace. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlParameter[];
  /**
   * In the default order one plan serves every value, alone: an index has the products of a value in that order,
   * or there are few of them. Of other conditions the value decides which plan is good.
   */
  readonly onePlan?: boolean;
}

/** A condition no product meets. */
const never = Symbol('never');

type Clause = Condition | typeof never | undefined;

/** What conditions on categories and collections are resolved against. */
export type FilterCatalog = Pick<CatalogSnapshot, 'category' | 'subtree' | 'collection'>;

/** True when the filter names records of the catalog. */
export function namesCatalog(filter: ProductFilter): boolean {
  return filter.category !== undefined || filter.collection !== undefined;
}

/**
 * The conditions of a product filter; all must hold. Values that name nothing (an unknown category, an id of
 * another kind) match no product.
 *
 * @param catalog may be null when the filter does not name records of it.
 * @returns null when no product can match.
 */
export function toConditions(filter: ProductFilter, catalog: FilterCatalog | null): Condition[] | null {
  const clauses: Clause[] = [
    oneOf(
      'id',
      'uuid',
      filter.ids?.map((id) => decodeId('product', id)).filter((id) => id !== null),
    ),
    oneOf('sku', 'text', filter.sku),
    oneOf('status', 'text', filter.status),
    oneOf('type', 'text', filter.type),
    oneOf('category_id', 'uuid', categoriesOf(filter, catalog)),
    inCollections(filter.collection, catalog),
    compared('tags && ?::text[]', filter.tag),
    inUpdateOrder(compared('brand = ?', filter.brand)),
    inUpdateOrder(compared('updated_at >= ?', filter.updated_since)),
    compared('completeness >= ?', filter.completeness_min),
    compared('completeness <= ?', filter.completeness_max),
    inUpdateOrder(compared('has_images = ?', filter.has_images)),
    filter.top_level === true ? { sql: 'parent_id is null', values: [], onePlan: true } : undefined,
    ...containing(filter.q),
  ];
  if (clauses.includes(never)) return null;
  return clauses.filter((clause): clause is Condition => clause !== undefined);
}

function oneOf(column: string, type: 'text' | 'uuid', values: readonly string[] | undefined): Clause {
  const [value] = values ?? [];
  if (values === undefined) return undefined;
  if (value === undefined) return never;
  // An equality keeps the order of an index on the column; a list of values does not.
  if (values.length === 1) return { sql: `${column} = ?`, values: [value], onePlan: true };
  return { sql: `${column} = any(?::${type}[])`, values: [values], onePlan: column === 'id' || column === 'sku' };
}

function compared(sql: string, value: SqlParameter | undefined): Condition | undefined {
  return value === undefined ? undefined : { sql, values: [value] };
}

function inUpdateOrder(condition: Condition | undefined): Condition | undefined {
  return condition && { ...condition, onePlan: true };
}

function categoriesOf(filter: ProductFilter, catalog: FilterCatalog | null): string[] | undefined {
  const subcategories = filter.include_subcategories !== false;
  const ids = filter.category?.flatMap((reference) => {
    const category = catalog?.category(reference);
    if (category === undefined) return [];
    return subcategories ? (catalog?.subtree(category.id) ?? []) : [category.id];
  });
  return ids && [...new Set(ids)];
}

function inCollections(references: readonly string[] | undefined, catalog: FilterCatalog | null): Clause {
  const ids = references?.flatMap((reference) => catalog?.collection(reference)?.id ?? []);
  const clause = oneOf('collection_id', 'uuid', ids);
  if (clause === undefined || clause === never) return clause;
  const { sql, values } = clause;
  return { sql: `id in (select product_id from collection_product where workspace_id = $1 and ${sql})`, values };
}

function containing(text: string | undefined): Clause[] {
  if (text === undefined) return [];
  const words = searchWords(text);
  if (words.length === 0) return [never];
  return words.map((word) => ({ sql: 'search like ?', values: [containsPattern(word)] }));
}
