import { type RawBuilder, sql } from 'kysely';
import { parameter, type StatementParts, tablesOf } from '../../../storage/index.ts';
import type { ProductEntity } from '../product.entity.ts';
import { changeToken } from '../product.statements.ts';
import { type ListOrder, orderBy } from './order.ts';
import { deepPage, depthOf, type PageRow } from './product-list.statements.ts';

/** A walk through the products in the order of an index. */
export interface Walk {
  /** Conditions that bound the walk; all products in between meet them. */
  readonly where: StatementParts;
  /** Conditions on each product of the walk. */
  readonly checked: StatementParts;
  readonly order: ListOrder;
}

/** How all products of a list are found, to be sorted. */
export interface Matching {
  readonly conditions: StatementParts;
  /** The place the page follows; no condition for the start of the list. */
  readonly after: StatementParts;
}

export interface AdaptiveShape {
  /** One after the other, until the page is full. */
  readonly walks: readonly Walk[];
  /** Products of a walk to look at. */
  readonly walked: number;
  /** Sorted if the walks end before the page is full. Null: the walks end with the list. */
  readonly matching: Matching | null;
  /** Whether to sort at once if few products match. */
  readonly isProbed: boolean;
  readonly order: ListOrder;
  /** Rows of the page and before it that the planner assumes, at least as many as there are. */
  readonly depth: number;
  readonly isPrepared: boolean;
}

/** Up to this many products that match are sorted; looking for them in the order of the list might take longer. */
export const fewMatches = 1_000;

/** Products to look at while it is not known how many match. */
export const walkedUnknown = 4_096;

/** A walk looks at so many times the products that it would look at if those that match were spread evenly. */
const patience = 4;

/** How many products a walk looks at while one that matches is found by an index of its filter, and sorted. */
const walkedPerSorted = 2;

/**
 * How many products to look at in the order of a list to find some that match; 0 if sorting all that match takes less.
 *
 * @param rows of the page and before it.
 * @param total products that match.
 * @param all products of the workspace.
 */
export function walkFor(rows: number, total: number, all: number): number {
  const expected = (rows * all) / Math.max(total, 1);
  return total * walkedPerSorted <= expected ? 0 : depthOf(patience * expected);
}

const workspaceId = parameter('workspaceId');
const nameOf = (walk: number) => sql.ref(`walked${walk}`);
const countOf = (part: RawBuilder<unknown>) => sql`(select count(*) from ${part})`;
const few = countOf(sql`few`);
const isFew = sql`${few} <= ${sql.lit(fewMatches)}`;

/**
 * One page of products, read in one of several ways that turn out while it runs: by sorting the products that match if
 * they are few; by looking at products in the order of an index until the page is full; or, where none is found for long,
 * by sorting after all. PostgreSQL alone would choose by statistics of single columns, as if conditions were independent of
 * each other and of the order: it would look at every product for a category whose names begin with Z.
 *
 * PostgreSQL reads `matching` only as far as the rest of the statement asks for it, and plans it as if all were read.
 */
export const selectAdaptivePage = tablesOf<typeof ProductEntity>().family({
  name: 'product.adaptive-page',
  parameters: { workspaceId: 'uuid', limit: 'bigint', offset: 'bigint' },
  prepared: ({ isPrepared }: AdaptiveShape) => isPrepared,
  build: (_, { limit, offset }, shape) => {
    const { walks, matching, isProbed, order } = shape;
    const wanted = sql`${limit}::bigint + ${offset}::bigint`;
    const parts = [
      ...(matching === null ? [] : [matchingPart(matching, order)]),
      ...(isProbed ? [sql`few as materialized (select from matching limit ${sql.lit(fewMatches + 1)})`] : []),
      ...walks.map((walk, index) => {
        const missing = sql.join(
          [wanted, ...walks.slice(0, index).map((_, before) => countOf(nameOf(before)))],
          sql` - `,
        );
        return walkPart(
          shape,
          walk,
          nameOf(index),
          isProbed ? sql`case when ${isFew} then 0 else ${missing} end` : missing,
        );
      }),
    ];
    const found = walks.map((_, index) => sql`select * from ${nameOf(index)}`);
    const total = isProbed ? sql`case when ${isFew} then ${few}::integer end` : sql`null::integer`;
    return sql<PageRow>`with ${sql.join(parts)}
      select id, key::text as place,
        coalesce(document, (select p.document from product p where p.workspace_id = ${workspaceId} and p.id = page.id)) as document,
        (${changeToken}) as token, ${total} as total
      from (
        select * from (${matching === null ? sql.join(found, sql` union all `) : orSorted(found, matching, wanted)}) as found
        order by ${orderBy(order, sql`key`)} limit ${limit} offset ${offset}
      ) as page order by ${orderBy(order, sql`key`)}`;
  },
});

/** What a walk found if it filled the page; otherwise all products that match. */
function orSorted(
  found: readonly RawBuilder<unknown>[],
  { after }: Matching,
  wanted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const sorted = sql`select id, key, null as document from matching where ${after.all}`;
  const [walk] = found;
  if (walk === undefined) return sorted;
  const isFull = sql`${countOf(nameOf(0))} >= ${wanted}`;
  return sql`${walk} where ${isFull} union all ${sorted} and not ${isFull}`;
}

const matchingPart = ({ conditions }: Matching, { key }: ListOrder) => sql`matching as materialized (
  select id, ${key} as key from product where workspace_id = ${workspaceId} and ${conditions.all}
)`;

/** @param most how many products the page needs of it. */
function walkPart(
  { walked, depth, matching }: AdaptiveShape,
  { where, checked, order }: Walk,
  name: RawBuilder<unknown>,
  most: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const document = depth <= deepPage ? sql`document` : sql`null as document`;
  const rows = sql`from product where workspace_id = ${workspaceId} and ${where.all} order by ${orderBy(order)}`;
  const byKey = orderBy(order, sql`key`);
  const found =
    matching === null
      ? sql`select id, ${order.key} as key, ${document} ${rows} limit ${sql.lit(depth)}`
      : sql`select id, key, document from (
          select id, ${order.key} as key, ${document}, ${checked.all} as is_met ${rows} limit ${sql.lit(walked)}
        ) as looked_at where is_met order by ${byKey}`;
  return sql`${name} as materialized (select * from (${found}) as found order by ${byKey} limit greatest(${most}, 0))`;
}
