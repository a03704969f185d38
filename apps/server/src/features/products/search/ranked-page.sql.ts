import { type RawBuilder, sql } from 'kysely';
import { parameter, StatementParts, tablesOf } from '../../../storage/index.ts';
import type { PageRow } from '../list/product-list.statements.ts';
import type { ProductEntity } from '../product.entity.ts';
import { changeToken } from '../product.statements.ts';
import { codeRanks, type Rank } from './search-conditions.ts';

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
  /** Filters beside the search. */
  readonly others: StatementParts;
  /** What each word of the search asks for. */
  readonly words: StatementParts;
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

/** So many matches are ranked at once; more of them rank by rank. */
const mostAtOnce = 100;

const workspaceId = parameter('workspaceId');
const nameOf = (rank: number) => sql.ref(`rank${rank}`);
const isBehind = sql`(updated_at, id) < (${parameter('updatedAt')}::timestamptz, ${parameter('id')}::uuid)`;

/**
 * One page of the products that meet conditions, the best rank first, the last changed first within a rank. No part is
 * begun when those before it fill the page.
 *
 * The ranks of codes come first: an index has each. If few products are left, one search finds all of them, whatever
 * their ranks. Otherwise each rank is a search of its own, which an index serves: so a word that most products have costs
 * no more than a page of them.
 */
export const selectRankedPage = tablesOf<typeof ProductEntity>().family({
  name: 'product.ranked-page',
  parameters: { workspaceId: 'uuid', limit: 'bigint', offset: 'bigint' },
  build: (_, { limit, offset }, shape: RankedShape) => {
    const { ranks, from } = shape;
    const searched = ranks.map((_, rank) => rank).slice(from ?? 0);
    const codes = searched.filter((rank) => rank < codeRanks);
    const others = searched.filter((rank) => rank >= codeRanks);
    const missing = (before: readonly RawBuilder<unknown>[]) =>
      sql.join([sql`${limit}::bigint + ${offset}::bigint`, ...before.map(countOf)], sql` - `);
    const ofCodes = codes.map(nameOf);
    const isFew = sql`${countOf(sql.ref('rest'))} <= ${sql.lit(mostAtOnce)}`;
    const parts = [
      ...codes.map((rank) => rankPart(shape, rank, ofCodes.slice(0, rank - (from ?? 0)), missing)),
      restPart(shape, ofCodes, sql`case when ${missing(ofCodes)} > 0 then ${sql.lit(mostAtOnce + 1)} else 0 end`),
      ...others.map((rank, index) =>
        rankPart(
          shape,
          rank,
          [...ofCodes, ...others.slice(0, index).map(nameOf)],
          (before) => sql`case when ${isFew} then 0 else ${missing(before)} end`,
        ),
      ),
    ];
    const found = [
      sql`select * from rest where ${isFew}`,
      ...searched.map((rank) => sql`select * from ${nameOf(rank)}`),
    ];
    return sql<PageRow>`with ${sql.join(parts)}
      select page.id, page.rank || ' ' || page.updated_at as place, p.document, (${changeToken}) as token
      from (
        select * from (${sql.join(found, sql` union all `)}) as ranked
        order by rank, updated_at desc, id desc limit ${limit} offset ${offset}
      ) as page join product p on p.workspace_id = ${workspaceId} and p.id = page.id
      order by rank, page.updated_at desc, page.id desc`;
  },
});

const countOf = (part: RawBuilder<unknown>) => sql`(select count(*) from ${part})`;
const matches = ({ others, words }: RankedShape) => sql`${others.all} and ${words.all}`;
const conditionOf = ({ ranks }: RankedShape, rank: number) => (ranks[rank] as StatementParts).all;

/** @param most how many more products the page takes, by the parts before. */
function rankPart(
  shape: RankedShape,
  rank: number,
  before: readonly RawBuilder<unknown>[],
  most: (before: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const condition = conditionOf(shape, rank);
  // What has a rank nearly always has the words as well, but PostgreSQL multiplies how rare both are, and then sorts all
  // matches of a word that many products have. Of a CASE it assumes half, and it has the rank's own index.
  const words =
    rank === shape.ranks.length - 1 ? shape.words.all : sql`case when ${shape.words.all} then true else false end`;
  // Few products share a code. OFFSET 0 keeps the planner from looking for other conditions first.
  const table =
    rank > 0
      ? sql`product`
      : sql`(select * from product where workspace_id = ${workspaceId} and ${condition} offset 0) as product`;
  return sql`${nameOf(rank)} as materialized (
    select id, ${sql.lit(rank)} as rank, updated_at from (
      select id, updated_at from ${table} where workspace_id = ${workspaceId} and ${shape.others.all} and ${words} and ${condition}
      ${notBefore(shape, rank, before)} ${rank === shape.from ? sql`and ${isBehind}` : sql``}
      order by updated_at desc, id desc limit ${sql.lit(shape.depth)}
    ) as found limit greatest(${most(before)}, 0))`;
}

/** What matches and is not among the codes: all of it where it is little, and too much elsewhere. */
function restPart(
  shape: RankedShape,
  codes: readonly RawBuilder<unknown>[],
  most: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { ranks, from } = shape;
  const first = Math.max(from ?? 0, codeRanks);
  const last = ranks.length - 1;
  const cases = ranks.map((_, rank) => sql` when ${conditionOf(shape, rank)} then ${sql.lit(rank)}`).slice(first, last);
  const rank = cases.length === 0 ? sql.lit(last) : sql`case${sql.join(cases, sql``)} else ${sql.lit(last)} end`;
  const behind = from === null || from < codeRanks ? sql`` : sql`where rank > ${sql.lit(from)} or ${isBehind}`;
  return sql`rest as materialized (
    select * from (
      select * from (
        select id, ${rank} as rank, updated_at from product
        where workspace_id = ${workspaceId} and ${matches(shape)} ${notBefore(shape, first, codes)}
      ) as found ${behind} limit ${sql.lit(mostAtOnce + 1)}
    ) as few limit ${most})`;
}

/**
 * Not what the parts before have found. Of the ranks before the page, and of the one it starts in, they have found what is
 * behind its start alone.
 *
 * @param rank the best one that is looked for.
 */
function notBefore(
  { ranks, from }: RankedShape,
  rank: number,
  before: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const known = from === null ? 0 : Math.min(rank, from + 1);
  const better = ranks.slice(0, known).map(({ all }) => sql` and not (${all})`);
  const ids = before.map((part) => sql`select id from ${part}`);
  const found = ids.length === 0 ? sql`` : sql` and id <> all (array(${sql.join(ids, sql` union all `)}))`;
  return sql`${sql.join([...better, sql``], sql``)}${found}`;
}
