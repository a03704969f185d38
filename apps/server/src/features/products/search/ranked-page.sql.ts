import { type RawBuilder, sql } from 'kysely';
import { parameter, StatementParts, tablesOf } from '../../../storage/index.ts';
import type { Place } from '../list/order.ts';
import type { PageRow } from '../list/product-list.statements.ts';
import type { ProductEntity } from '../product.entity.ts';
import { changeToken } from '../product.statements.ts';
import { codeRanks, type Rank } from './search-conditions.ts';

/** Where a page of ranked products continues: after a product of a rank. */
export interface RankedPlace {
  readonly rank: number;
  readonly updatedAt: string;
  readonly id: string;
}

/** Parses the position in a cursor, as the statement wrote it. */
export function readPlace({ place, id }: Place): RankedPlace {
  const [rank = '', updatedAt = ''] = (place ?? '').split(/ (.*)/);
  return { rank: Number(rank), updatedAt, id };
}

export interface RankedShape {
  /** Filters besides the search. */
  readonly others: StatementParts;
  /** The conditions of each word of the search. */
  readonly words: StatementParts;
  /** In order, from the best. */
  readonly ranks: readonly StatementParts[];
  /** The rank the page starts in, after the parameters `updatedAt` and `id`; null at the start of the list. */
  readonly from: number | null;
  /** Rows of a rank that the planner assumes for a page, at least as many as it needs. */
  readonly depth: number;
  /** Whether to sort what matches, to look at products in the order of the list, or to leave that to the planner. */
  readonly way: 'sort' | 'walk' | 'either';
  /** Whether to find all matches at once, in case they are few. */
  readonly isAtOnce: boolean;
}

/** The conditions of ranks, each with separate parameters. */
export function toRankParts(ranks: readonly Rank[]): StatementParts[] {
  return ranks.map((conditions, rank) => new StatementParts(conditions, `rank${rank}_`));
}

/** Up to this many matches are ranked at once; more are ranked rank by rank. */
export const maxRankedAtOnce = 100;

const workspaceId = parameter('workspaceId');
const nameOf = (rank: number) => sql.ref(`rank${rank}`);
const isBehind = sql`(updated_at, id) < (${parameter('updatedAt')}::timestamptz, ${parameter('id')}::uuid)`;

/**
 * One page of the products that meet conditions, best rank first, most recently changed first within a rank. Each part
 * runs only if those before it do not fill the page.
 *
 * The ranks of codes come first: each has an index. If few products are left, one search finds all of them, whatever
 * their ranks, unless that takes long because of a short word. Otherwise each rank is a separate search with an index,
 * so a word that most products contain costs no more than a page of them.
 */
export const selectRankedPage = tablesOf<typeof ProductEntity>().family({
  name: 'product.ranked-page',
  parameters: { workspaceId: 'uuid', limit: 'bigint', offset: 'bigint', knownTotal: 'bigint?', knownToken: 'text?' },
  build: (_, { limit, offset, knownTotal, knownToken }, shape: RankedShape) => {
    const { ranks, from, isAtOnce } = shape;
    const searched = ranks.map((_, rank) => rank).slice(from ?? 0);
    const codes = searched.filter((rank) => rank < codeRanks);
    const others = searched.filter((rank) => rank >= codeRanks);
    // No product is looked for when all that match are found. Those before the start of a page are not counted.
    const total = sql`case when (${changeToken}) = ${knownToken}::text then ${knownTotal}::bigint end`;
    const wanted = sql`${limit}::bigint + ${offset}::bigint`;
    const most = from === null ? sql`least(${wanted}, ${total})` : wanted;
    const missing = (before: readonly RawBuilder<unknown>[]) => sql.join([most, ...before.map(countOf)], sql` - `);
    const ofCodes = codes.map(nameOf);
    const isFew = isAtOnce ? sql`${countOf(sql.ref('rest'))} <= ${sql.lit(maxRankedAtOnce)}` : sql`false`;
    const parts = [
      ...codes.map((rank) => rankPart(shape, rank, ofCodes.slice(0, rank - (from ?? 0)), missing)),
      ...(isAtOnce
        ? [
            restPart(
              shape,
              ofCodes,
              sql`case when ${missing(ofCodes)} > 0 then ${sql.lit(maxRankedAtOnce + 1)} else 0 end`,
            ),
          ]
        : []),
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
      ...(isAtOnce ? [sql`select * from rest where ${isFew}`] : []),
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

/** @param most how many more products the page needs after the earlier parts. */
function rankPart(
  shape: RankedShape,
  rank: number,
  before: readonly RawBuilder<unknown>[],
  most: (before: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const condition = conditionOf(shape, rank);
  const isLast = rank === shape.ranks.length - 1;
  // Products of a rank nearly always contain the words as well, but PostgreSQL multiplies the selectivity of both, and
  // then sorts all matches of a common word. For a CASE it assumes that half of the rows match, and uses the rank's own
  // index, or that of the order for the last rank.
  const words =
    isLast && shape.way !== 'walk' ? shape.words.all : sql`case when ${shape.words.all} then true else false end`;
  // Few products share a code. OFFSET 0 keeps the planner from evaluating other conditions first, and from walking.
  const first = isLast ? shape.words : (shape.ranks[rank] as StatementParts);
  const isFoundFirst = rank === 0 || (shape.way === 'sort' && first.parts.length > 0);
  const table = isFoundFirst
    ? sql`(select * from product where workspace_id = ${workspaceId} and ${first.all} offset 0) as product`
    : sql`product`;
  return sql`${nameOf(rank)} as materialized (
    select id, ${sql.lit(rank)} as rank, updated_at from (
      select id, updated_at from ${table} where workspace_id = ${workspaceId} and ${shape.others.all} and ${words} and ${condition}
      ${notBefore(shape, rank, before)} ${rank === shape.from ? sql`and ${isBehind}` : sql``}
      order by updated_at desc, id desc limit ${sql.lit(shape.depth)}
    ) as found limit greatest(${most(before)}, 0))`;
}

/**
 * Matches outside the ranks of codes: all of them if they are few; if there are too many, they are left to the parts
 * that follow.
 */
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
  const afterStart = from === null || from < codeRanks ? sql`` : sql`where rank > ${sql.lit(from)} or ${isBehind}`;
  return sql`rest as materialized (
    select * from (
      select * from (
        select id, ${rank} as rank, updated_at from product
        where workspace_id = ${workspaceId} and ${matches(shape)} ${notBefore(shape, first, codes)}
      ) as found ${afterStart} limit ${sql.lit(maxRankedAtOnce + 1)}
    ) as few limit ${most})`;
}

/**
 * Excludes what earlier parts have found. In the rank where the page starts, that is only what follows the start.
 *
 * @param rank the best rank to look for.
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
