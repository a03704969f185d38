import { type Expression, sql } from 'kysely';
import { parameter, type StatementParts, tablesOf } from '../../../storage/index.ts';
import type { CollectionProductEntity, ProductEntity } from '../product.entity.ts';
import { changeToken, ofWorkspace, productIds } from '../product.statements.ts';
import type { ProductTotalEntity } from '../product-change.entity.ts';
import { type ListOrder, orderBy } from './order.ts';

const products = tablesOf<typeof ProductEntity | typeof CollectionProductEntity | typeof ProductTotalEntity>();
const { db } = products;
const workspaceId = parameter<string>('workspaceId');

/** A row of a page: a product, and the workspace's change token at which it was read. */
export interface PageRow {
  readonly id: string;
  readonly document: string;
  readonly token: string;
  /** The sort key as text, which PostgreSQL parses again; null for a product without one; absent for a collection. */
  readonly place?: string | null;
  /** The number of products in the list, if reading the page has found all of them. */
  readonly total?: number | null;
}

export interface PageShape {
  readonly where: StatementParts;
  readonly order: ListOrder;
  /** Rows to read in this order, rounded up: see {@link depthOf}. */
  readonly depth: number;
  /** One plan serves all values. */
  readonly isPrepared: boolean;
}

/** The smallest number of rows that the planner assumes for a page. */
export const leastDepth = 256;

/** Beyond this depth, documents are read after the rows before the page are skipped. */
export const deepPage = 1024;

/**
 * The limit in the text of the statement, as a constant power of two. Without it, a plan that is reused for all limits
 * assumes that a page needs a tenth of the table, and sorts it.
 *
 * @param least a smaller value gives more different statements; useful where a statement is planned each time.
 */
export function depthOf(rows: number, least = leastDepth): number {
  return Math.max(least, 2 ** Math.ceil(Math.log2(rows)));
}

/** One page of products, as PostgreSQL finds best: in the order of an index, or sorted. */
export const selectPage = products.family({
  name: 'product.page',
  parameters: { workspaceId: 'uuid', limit: 'bigint', offset: 'bigint' },
  prepared: ({ isPrepared }: PageShape) => isPrepared,
  build(_, { limit, offset }, { where, order, depth }) {
    const matching = ofWorkspace
      .select(['id', order.key.as('key')])
      .where(where.all)
      .orderBy(orderBy(order))
      .limit(sql.lit(depth));
    const byKey = orderBy(order, sql`key`);
    const place = sql<string>`key::text`.as('place');
    if (depth <= deepPage) {
      return db
        .selectFrom(matching.select('document').as('matching'))
        .select(['id', place, 'document', changeToken.as('token')])
        .orderBy(byKey)
        .limit(limit)
        .offset(offset)
        .$castTo<PageRow>();
    }
    const page = db
      .selectFrom(matching.as('matching'))
      .select(['id', 'key'])
      .orderBy(byKey)
      .limit(limit)
      .offset(offset);
    return db
      .selectFrom(page.as('page'))
      .select((page) => ['id', place, documentOf(page.ref('page.id')).as('document'), changeToken.as('token')])
      .orderBy(byKey)
      .$castTo<PageRow>();
  },
});

/** Counts the products that meet conditions, with the change token of the count. */
export const countProducts = products.family({
  name: 'product.count',
  parameters: { workspaceId: 'uuid' },
  build: (_, __, where: StatementParts) =>
    ofWorkspace
      .select([sql<number>`count(*)::int`.as('total'), changeToken.as('token')])
      .where(where.all)
      .$narrowType<{ token: string }>(),
});

/** The number of products in the workspace, with the change token of the total. */
export const selectTotal = products.statement({
  name: 'product.total',
  parameters: { workspaceId: 'uuid' },
  build: () =>
    db
      .selectFrom('product_total')
      .select([sql<number>`coalesce(sum(total), 0)::int`.as('total'), changeToken.as('token')])
      .where('workspace_id', '=', workspaceId)
      .$narrowType<{ token: string }>(),
});

/** One page of a collection's products, in order. */
export const selectCollectionPage = products.statement({
  name: 'product.collection-page',
  parameters: { workspaceId: 'uuid', collectionId: 'uuid', limit: 'bigint', offset: 'bigint' },
  build: (_, { collectionId, limit, offset }) =>
    db
      .selectFrom(
        db
          .selectFrom('collection_product')
          .select(['product_id', 'position'])
          .where('workspace_id', '=', workspaceId)
          .where('collection_id', '=', collectionId)
          .orderBy('position')
          .orderBy('product_id')
          .limit(limit)
          .offset(offset)
          .as('page'),
      )
      .select((page) => [
        'product_id as id',
        documentOf(page.ref('page.product_id')).as('document'),
        changeToken.as('token'),
      ])
      .orderBy('position')
      .orderBy('product_id')
      .$castTo<PageRow>(),
});

export const countCollection = products.statement({
  name: 'product.collection-count',
  parameters: { workspaceId: 'uuid', collectionId: 'uuid' },
  prepared: false,
  build: (_, { collectionId }) =>
    db
      .selectFrom('collection_product')
      .select([sql<number>`count(*)::int`.as('total'), changeToken.as('token')])
      .where('workspace_id', '=', workspaceId)
      .where('collection_id', '=', collectionId)
      .$narrowType<{ token: string }>(),
});

/** @param id of a product; documents are read one by one, only for the rows of a page. */
function documentOf(id: Expression<string>) {
  return db
    .selectFrom('product as p')
    .select('p.document')
    .where('p.workspace_id', '=', workspaceId)
    .where('p.id', '=', id);
}

export interface SelectionShape {
  readonly where: StatementParts;
  readonly order: ListOrder;
}

/** Documents of the products of a selection, from first to last. */
export const selectDocuments = products.family({
  name: 'product.documents',
  parameters: { workspaceId: 'uuid' },
  build: (_, __, { where, order }: SelectionShape) =>
    ofWorkspace.select('document').where(where.all).orderBy(orderBy(order)),
});

/** The references of the products of a selection after a given one, by id. */
export const selectReferences = products.family({
  name: 'product.references',
  parameters: { workspaceId: 'uuid', after: 'uuid', limit: 'bigint' },
  build: (_, { after, limit }, where: StatementParts) =>
    ofWorkspace.select(['id', 'sku']).where(where.all).where('id', '>', after).orderBy('id').limit(limit),
});

/** The number of products in a selection, counted up to a limit; null for no limit. */
export const countSelection = products.family({
  name: 'product.count-selection',
  parameters: { workspaceId: 'uuid', limit: 'bigint?' },
  build: (_, { limit }, where: StatementParts) =>
    db
      .selectFrom(
        productIds(where)
          .limit(limit as Expression<number>)
          .as('counted'),
      )
      .select(sql<number>`count(*)::int`.as('number')),
});

/** Codes of the attributes that products of a selection use. A key with an option always comes with the one without. */
export const selectUsedAttributes = products.family({
  name: 'product.used-attributes',
  parameters: { workspaceId: 'uuid' },
  build: (_, __, where: StatementParts) =>
    db
      .selectFrom(ofWorkspace.select(sql<string>`unnest(attribute_keys)`.as('code')).where(where.all).as('used'))
      .select('code')
      .distinct()
      .where(sql<number>`strpos(code, '=')`, '=', sql.lit(0)),
});
