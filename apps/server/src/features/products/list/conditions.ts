import { type ProductFilter, type ProductSortField, productFilterShape } from '@product-content/contract';
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import { decodeId } from '../../../kernel/index.ts';
import { parameter, type StatementPart, type TablesOf, tablesOf } from '../../../storage/index.ts';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import type { CollectionProductEntity, ProductAssetEntity, ProductEntity } from '../product.entity.ts';
import { containingWords, toTextSearch } from '../search/search-conditions.ts';
import { attributeConditions, havingKey, ownOrInherited } from './attribute-conditions.ts';
import { namesAttributes } from './attribute-filters.ts';

/** A condition on rows of `product`, for statements with the parameter `workspaceId`. */
export interface Condition extends StatementPart {
  /** In these orders, an index has the products that meet it next to each other. */
  readonly inOrderOf?: readonly ProductSortField[];
  /** Few products meet it, whatever the value. */
  readonly isRare?: boolean;
  /** The same condition for lists that look at one product after the other, if the usual form first finds all that match. */
  readonly ofOne?: StatementPart['expression'];
}

/** A condition no product meets. */
const never = Symbol('never');

type Clause = Condition | typeof never | undefined;

/** The part of the catalog that resolves categories and collections in conditions. */
export type FilterCatalog = Pick<CatalogSnapshot, 'category' | 'subtree' | 'collection' | 'attribute'>;

/** True when the filter names categories, collections or attributes. */
export function namesCatalog(filter: ProductFilter): boolean {
  return filter.category !== undefined || filter.collection !== undefined || namesAttributes(filter);
}

const { db } = tablesOf<typeof ProductEntity | typeof CollectionProductEntity | typeof ProductAssetEntity>();
const is = expressionBuilder<TablesOf<typeof ProductEntity>, 'product'>();

/**
 * The conditions of a product filter; all must hold. Values that name nothing (an unknown category, an id of another
 * kind) match no product.
 *
 * @param catalog may be null when the filter does not refer to it.
 * @param locale a language whose names `q` also searches, and whose values of localizable attributes replace the plain
 *   ones.
 * @returns null when no product can match.
 */
export function toConditions(
  filter: ProductFilter,
  catalog: FilterCatalog | null,
  locale?: string | undefined,
): Condition[] | null {
  const attributes = catalog === null ? [] : attributeConditions(filter, catalog, locale);
  if (attributes === null) return null;
  const clauses: Clause[] = [
    oneOf(
      'id',
      filter.ids?.map((id) => decodeId('product', id)).filter((id) => id !== null),
    ),
    oneOf('sku', filter.sku),
    oneOf('status', filter.status),
    oneOf('type', filter.type),
    oneOf('category_id', categoriesOf(filter, catalog)),
    inCollections(filter.collection, catalog),
    given(filter.tag, (tags) => ({
      shape: 'tags &&',
      values: [tags],
      expression: (list) => is('tags', '&&', sql<string[]>`${list}::text[]`),
    })),
    given(filter.brand, (brand) => compared('brand', '=', brand, byChange)),
    given(filter.updated_since, (since) => compared('updated_at', '>=', since, byChange)),
    given(filter.completeness_min, (least) => compared('completeness', '>=', least, byCompleteness)),
    given(filter.completeness_max, (most) => compared('completeness', '<=', most, byCompleteness)),
    given(filter.has_images, (hasImages) => compared('has_images', '=', hasImages, byChange)),
    filter.top_level === true ? topLevel : undefined,
    ...attributes,
    ...containing(filter.q, locale),
  ];
  if (clauses.includes(never)) return null;
  return clauses.filter((clause): clause is Condition => clause !== undefined);
}

const byChange = { inOrderOf: ['updatedAt'] } as const;
const byCompleteness = { inOrderOf: ['completeness'] } as const;

const topLevel: Condition = {
  shape: 'top level',
  values: [],
  expression: () => is('parent_id', 'is', null),
  ...byChange,
};

/** Products of these types. */
export function ofTypes(types: readonly string[]): Condition {
  return {
    shape: 'type any',
    values: [types],
    expression: (list) => is('type', '=', sql<never>`any(${list}::text[])`),
  };
}

/** Products with one of these ids (UUIDs). */
export function withIds(ids: readonly string[]): Condition {
  return {
    shape: 'id any',
    values: [ids],
    expression: (list) => is('id', '=', sql<never>`any(${list}::uuid[])`),
    isRare: true,
  };
}

const columnTypes = { id: 'uuid', sku: 'text', status: 'text', type: 'text', category_id: 'uuid' } as const;

/** How an index serves equality with a value. */
const served: Readonly<Record<keyof typeof columnTypes, Pick<Condition, 'inOrderOf' | 'isRare'>>> = {
  id: { isRare: true },
  sku: { isRare: true },
  status: byChange,
  type: byChange,
  category_id: { inOrderOf: ['updatedAt', 'name'] },
};

function oneOf(column: keyof typeof columnTypes, values: readonly string[] | undefined): Clause {
  if (values === undefined) return undefined;
  const [value] = values;
  if (value === undefined) return never;
  // An equality preserves the order of an index on the column; a list of values does not.
  if (values.length === 1) return compared(column, '=', value, served[column]);
  const type = sql.raw(columnTypes[column]);
  return {
    shape: `${column} any`,
    values: [values],
    expression: (list) => is(column, '=', sql<never>`any(${list}::${type}[])`),
    isRare: served[column].isRare === true,
  };
}

type Column = keyof TablesOf<typeof ProductEntity>['product'];

function compared(
  column: Column,
  operator: '=' | '<=' | '>=',
  value: Condition['values'][number],
  service: Pick<Condition, 'inOrderOf' | 'isRare'> = {},
): Condition {
  const expression = (placeholder: RawBuilder<never>) => is(column, operator, placeholder);
  return { shape: `${column} ${operator}`, values: [value], expression, ...service };
}

function given<Value>(value: Value | undefined, toClause: (value: Value) => Condition): Clause {
  return value === undefined ? undefined : toClause(value);
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
  if (ids === undefined) return undefined;
  return ids.length === 0 ? never : inCollection(ids);
}

/** Products in one of these collections (UUIDs). */
export function inCollection(ids: readonly string[]): Condition {
  const single = ids.length === 1;
  const membersOf = (value: RawBuilder<never>) =>
    db
      .selectFrom('collection_product')
      .where('workspace_id', '=', parameter('workspaceId'))
      .where('collection_id', '=', single ? value : sql<never>`any(${value}::uuid[])`);
  return {
    shape: `collection ${single ? '=' : 'any'}`,
    values: [single ? (ids[0] as string) : ids],
    expression: (value) => is('id', 'in', membersOf(value as RawBuilder<never>).select('product_id')),
    // For `exists`, PostgreSQL may read the whole collection.
    ofOne(value) {
      const member = membersOf(value as RawBuilder<never>).where(sql<boolean>`product_id = product.id`);
      return sql`coalesce(${member.select(sql<boolean>`true`.as('found')).limit(1)}, false)`;
    },
  };
}

/** Products directly in a category (UUID). */
export const inCategory = (id: string): Condition => compared('category_id', '=', id);

/** Products in one of these categories (UUIDs). A variant without a category inherits its parent's. */
export function inCategories(ids: readonly string[]): Condition {
  return {
    shape: 'category of family any',
    values: [ids],
    expression(placeholder) {
      const list = sql<never>`any(${placeholder}::uuid[])`;
      const parents = db
        .selectFrom('product as parent')
        .select('parent.id')
        .where('parent.workspace_id', '=', parameter('workspaceId'))
        .where('parent.category_id', '=', list);
      return is.or([is('category_id', '=', list), is('category_id', 'is', null).and('parent_id', 'in', parents)]);
    },
  };
}

/** Products that have a value of an attribute, in any locale. */
export const usingAttribute = (code: string): Condition => havingKey([code]);

/** Products with an association to one of these SKUs. The comparison with `{}` matches the condition of the index. */
export const associatedWithAny = (skus: readonly string[]): Condition => ({
  shape: 'associated &&',
  values: [skus],
  expression: (list) => sql`associated_skus <> '{}' and associated_skus && ${list}::text[]`,
});

/** Products that use an asset (UUID) in their images. */
export const showingAsset = (id: string): Condition => ({
  shape: 'asset =',
  values: [id],
  expression: (asset) => is('id', 'in', imagesOf().select('product_id').where('asset_id', '=', asset)),
});

/** Products that use any asset. */
export const showingAnyAsset: Condition = {
  shape: 'asset any',
  values: [],
  expression: () =>
    is.exists(imagesOf().select(sql.lit(1).as('one')).whereRef('product_id', '=', sql.ref('product.id'))),
};

function imagesOf() {
  return db.selectFrom('product_asset').where('workspace_id', '=', parameter('workspaceId'));
}

function containing(text: string | undefined, locale: string | undefined): Clause[] {
  if (text === undefined) return [];
  const search = toTextSearch(text, locale);
  return search === null ? [never] : containingWords(search);
}

/** Filters that select products, and with a parent its variants. The others apply to each row. */
const picking = ['q', 'sku', 'ids', 'category', 'include_subcategories', 'collection', 'tag', 'brand'] as const;

const isPicking = (name: string) => (picking as readonly string[]).includes(name);

/** Selects products: a filter, and whether variants are included. */
export interface SelectionInput {
  readonly filter: ProductFilter;
  readonly includeVariants: boolean;
}

/**
 * The conditions of a selection. With `includeVariants`, the variants of a selected parent are selected too: category,
 * collections, brand and tags are often set only on the parent. A variant without a value of an attribute inherits its
 * parent's.
 *
 * @returns null when no product can match.
 */
export function toSelectionConditions(
  { filter, includeVariants }: SelectionInput,
  catalog: FilterCatalog | null,
): Condition[] | null {
  const picked = toConditions(
    Object.fromEntries(picking.map((name) => [name, filter[name]])) as ProductFilter,
    catalog,
  );
  const attributes = catalog === null ? [] : attributeConditions(filter, catalog);
  const others = Object.entries(filter).filter(([name]) => name in productFilterShape && !isPicking(name));
  const states = toConditions({ ...Object.fromEntries(others), ...(!includeVariants && { top_level: true }) }, catalog);
  if (picked === null || states === null || attributes === null) return null;
  if (!includeVariants || filter.top_level === true) return [...states, ...attributes, ...picked];
  const inherited = attributes.map(ownOrInherited);
  return [...states, ...inherited, ...(picked.length === 0 ? [] : [pickedWithVariants(picked)])];
}

function pickedWithVariants(picked: readonly Condition[]): Condition {
  return {
    shape: `family (${picked.map(({ shape }) => shape).join(' & ')})`,
    values: picked.flatMap(({ values }) => values),
    expression(...placeholders) {
      const left = [...placeholders];
      const all = is.and(picked.map(({ values, expression }) => expression(...left.splice(0, values.length))));
      const parents = db
        .selectFrom('product')
        .select('id')
        .where('workspace_id', '=', parameter('workspaceId'))
        .where('type', '=', sql.lit('parent'))
        .where(all);
      return is.or([all, is('parent_id', '=', sql<never>`any (array(${parents}))`)]);
    },
  };
}
