import { type RawBuilder, sql } from 'kysely';
import { parameter, StatementParts, tablesOf } from '../../../storage/index.ts';
import type { PageRow } from '../list/product-list.statements.ts';
import type { ProductEntity } from '../product.entity.ts';
import { changeToken } from '../product.statements.ts';
import type { Rank } from './search-conditions.ts';

/** Where a page of ranked products goes on: behind a product of a rank. */
export interface RankedPlace {
  readonly rank: number;
  readonly updatedAt: string;
  readonly id: string;
}

/** The place a cursor carries, as the statement wrote it. */
export function readPlace({ place, id }: { readonly place: string; readonly id: string }): RankedPlace {
  const [rank = '', updatedAt = ''] = place.split(/ (.*)/);
  return { rank: Number(rank), updatedAt, id };
}

export interface RankedShape {
  readonly where: StatementParts;
  /** From the first. */
  readonly ranks: readonly StatementParts[];
  /** The rank the page starts in, behind the parameters `updatedAt` and `id`; null for the start of the list. */
  readonly from: number | null;
  /** Rows of a rank that the planner is told a page takes, at least as many as it does. */
  readonly depth: number;
}

/** The conditions of ranks, each with parameters of its own. */
export function toRankParts(ranks: readonly Rank[]): StatementParts[] {
  return ranks.map((conditions, rank) => new StatementParts(conditions, `rank${rank}_`));
}

/**
 * One page of the products that meet conditions, the best rank first, the last changed first within a rank. Each rank is
 * a search of its own, which an index serves and which is not begun when the ranks before it fill the page: so a word
 * that most products have costs no more than a page of them.
 */
export const selectRankedPage = tablesOf<typeof ProductEntity>().family({
  name: 'product.ranked-page',
  parameters: { workspaceId: 'uuid', limit: 'bigint', offset: 'bigint' },
  build: (_, { workspaceId, limit, offset }, { where, ranks, from, depth }: RankedShape) => {
    const first = from ?? 0;
    const searched = ranks.map((rank, index) => ({ rank, index })).slice(first);
    const nameOf = (index: number) => sql.ref(`rank${index}`);
    const foundBefore = (index: number) => {
      const before = searched.filter((other) => other.index < index);
      const counts = before.map((other) => sql`(select count(*) from ${nameOf(other.index)})`);
      return before.length === 0 ? sql`` : sql` - ${sql.join(counts, sql` - `)}`;
    };
    const passes = searched.map(({ rank, index }) => {
      const notBefore = ranks.slice(0, index).map((better) => sql` and not (${better.all})`);
      const goesOn =
        index === from
          ? sql` and (updated_at, id) < (${parameter('updatedAt')}::timestamptz, ${parameter('id')}::uuid)`
          : sql``;
      return sql`${nameOf(index)} as materialized (
        select id, ${sql.lit(index)} as rank, updated_at from (
          select id, updated_at from product
          where workspace_id = ${workspaceId} and ${where.all} and ${rank.all}${sql.join(notBefore, sql``)}${goesOn}
          order by updated_at desc, id desc limit ${sql.lit(depth)}
        ) as found limit greatest(${limit}::bigint + ${offset}::bigint${foundBefore(index)}, 0))`;
    });
    const found = searched.map(({ index }): RawBuilder<unknown> => sql`select * from ${nameOf(index)}`);
    return sql<PageRow>`with ${sql.join(passes)}
      select page.id, page.rank || ' ' || page.updated_at as place, p.document, (${changeToken}) as token
      from (
        select * from (${sql.join(found, sql` union all `)}) as ranked
        order by rank, updated_at desc, id desc limit ${limit} offset ${offset}
      ) as page join product p on p.workspace_id = ${workspaceId} and p.id = page.id
      order by rank, page.updated_at desc, page.id desc`;
  },
});
