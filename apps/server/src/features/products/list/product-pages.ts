import { createHash } from 'node:crypto';
import { type CountCache, cutPage } from '@contract-kit/middleware';
import { type Database, type SqlParameter, StatementParts } from '../../../storage/index.ts';
import { maxRankedAtOnce, readPlace, selectRankedPage, toRankParts } from '../search/ranked-page.sql.ts';
import type { RankedSearch } from '../search/relevance.ts';
import { fewMatches, walkFor } from './adaptive-page.sql.ts';
import type { Condition } from './conditions.ts';
import { type ListRequest, offsetIn, type PageRequest, toPageStatement, uncoveredBy } from './page-statement.ts';
import {
  countCollection,
  countProducts,
  depthOf,
  type PageRow,
  selectCollectionPage,
  selectTotal,
} from './product-list.statements.ts';

export interface RankedRequest extends PageRequest, RankedSearch {
  /** Conditions besides those of the search. */
  readonly others: readonly Condition[];
}

export interface CollectionRequest extends PageRequest {
  readonly start: { readonly offset: number };
  /** UUID. */
  readonly collectionId: string;
}

export interface Page {
  readonly rows: readonly PageRow[];
  readonly hasMore: boolean;
  readonly total: number;
}

/** How a list is counted. */
interface Counting {
  /** The parameters of the count: lists with equal values share a total. */
  readonly counted: readonly SqlParameter[];
  /** Returns the total, and its change token. */
  readonly count: () => Promise<{ readonly total: number; readonly token: string }[]>;
}

/** Reads pages of products and their totals. A total is counted once per change of the workspace's products. */
export class ProductPages {
  readonly #database: Database;
  readonly #counts: CountCache;

  constructor(database: Database, counts: CountCache) {
    this.#database = database;
    this.#counts = counts;
  }

  /** A page of the products that meet conditions. */
  async list(request: ListRequest): Promise<Page> {
    const counting = this.#counting(request.workspaceId, request.conditions);
    const { statement, parameters } = toPageStatement(request, await this.#walkOf(request, counting));
    return this.#withTotal(request, await this.#database.run(statement, parameters), counting);
  }

  /**
   * How many products to look at in the order of a list, by the number that matched when they were last counted; null if
   * that is not known, or so small that they are sorted.
   */
  async #walkOf({ workspaceId, conditions, order, start, limit }: ListRequest, { counted }: Counting) {
    if (uncoveredBy(order, conditions).length === 0) return null;
    const total = this.#counts.last(workspaceId, countKey(counted))?.total;
    if (total === undefined || total <= fewMatches) return null;
    return walkFor(offsetIn(start) + limit + 1, total, await this.#allProducts(workspaceId));
  }

  /** The number of products in the workspace; it may be that of a while ago. */
  async #allProducts(workspaceId: string): Promise<number> {
    const key = countKey([]);
    const known = this.#counts.last(workspaceId, key);
    if (known !== undefined) return known.total;
    const [{ total, token } = none] = await this.#database.run(selectTotal, { workspaceId });
    this.#counts.set(workspaceId, key, token, total);
    return total;
  }

  /** A page of the products that meet conditions, best rank first. */
  async ranked(request: RankedRequest): Promise<Page> {
    const { workspaceId, start, limit } = request;
    const offset = offsetIn(start);
    const place = 'after' in start ? readPlace(start.after) : null;
    const depth = depthOf(offset + limit + 1, 1);
    const others = new StatementParts(request.others, 'other');
    const words = new StatementParts(request.words, 'word');
    const ranks = toRankParts(request.ranks);
    // There are fewer ranks once the search no longer needs corrections.
    const from = place && Math.min(place.rank, ranks.length - 1);
    const counting = this.#counting(workspaceId, [...request.others, ...request.words]);
    const known = this.#counts.last(workspaceId, countKey(counting.counted));
    const walk = known && walkFor(offset + limit + 1, known.total, await this.#allProducts(workspaceId));
    const unknown = request.hasShortWord ? 'sort' : 'either';
    const way = walk === undefined ? unknown : walk === 0 ? 'sort' : 'walk';
    const isAtOnce = !request.hasShortWord && (known === undefined || known.total <= maxRankedAtOnce);
    const shapes = [others, words, ...ranks].map(({ shape }) => shape).join(' | ');
    const key = `${shapes} ${from} ${depth} ${way} ${isAtOnce}`;
    const statement = selectRankedPage(key, { others, words, ranks, from, depth, way, isAtOnce });
    const values = Object.assign({}, ...[others, words, ...ranks].map((parts) => parts.values), place);
    const counted = { knownTotal: known?.total ?? null, knownToken: known?.token.toString() ?? null };
    const parameters = { workspaceId, limit: limit + 1, offset, ...counted, ...values };
    return this.#withTotal(request, await this.#database.run(statement, parameters), counting);
  }

  /** A page of a collection, in order. */
  async collection(request: CollectionRequest): Promise<Page> {
    const { workspaceId, collectionId, start, limit } = request;
    const parameters = { workspaceId, collectionId };
    const page = { ...parameters, limit: limit + 1, offset: start.offset };
    return this.#withTotal(request, await this.#database.run(selectCollectionPage, page), {
      counted: ['collection', collectionId],
      count: () => this.#database.run(countCollection, parameters),
    });
  }

  #counting(workspaceId: string, conditions: readonly Condition[]): Counting {
    const all = new StatementParts(conditions);
    return {
      counted: conditions.flatMap(({ shape, values }) => [shape, ...values]),
      count: () =>
        conditions.length === 0
          ? this.#database.run(selectTotal, { workspaceId })
          : this.#database.run(countProducts(all.shape, all), { workspaceId, ...all.values }),
    };
  }

  async #withTotal(
    { workspaceId, start, limit }: PageRequest,
    read: PageRow[],
    { counted, count }: Counting,
  ): Promise<Page> {
    const { rows, hasMore } = cutPage(read, limit);
    const [first] = rows;
    const key = countKey(counted);
    if (typeof first?.total === 'number') {
      this.#counts.set(workspaceId, key, first.token, first.total);
      return { rows, hasMore, total: first.total };
    }
    const offset = 'offset' in start ? start.offset : null;
    if (first === undefined) {
      if (offset === 0) return { rows, hasMore, total: 0 };
      const [{ total, token } = none] = await count();
      this.#counts.set(workspaceId, key, token, total);
      return { rows, hasMore, total };
    }
    if (offset !== null && !hasMore) {
      const total = offset + rows.length;
      this.#counts.set(workspaceId, key, first.token, total);
      return { rows, hasMore, total };
    }
    const total = () => count().then(([{ total } = none]) => total);
    return { rows, hasMore, total: await this.#counts.count(workspaceId, key, first.token, total) };
  }
}

/** A count always has a row. */
const none = { total: 0, token: '0' };

/** Longer keys are hashed: a filter may list hundreds of SKUs. */
const longKey = 200;

/** The cache key of a count: its parameters as text. */
export function countKey(counted: readonly SqlParameter[]): string {
  const key = JSON.stringify(counted);
  return key.length <= longKey ? key : createHash('sha256').update(key).digest('base64');
}
