import { createHash } from 'node:crypto';
import { type CountCache, cutPage } from '@contract-kit/middleware';
import { type Database, type SqlParameter, StatementParts } from '../../../storage/index.ts';
import { readPlace, selectRankedPage, toRankParts } from '../search/ranked-page.sql.ts';
import type { RankedSearch } from '../search/relevance.ts';
import type { Condition } from './conditions.ts';
import { afterPlace, type ListOrder } from './order.ts';
import {
  countCollection,
  countProducts,
  depthOf,
  hasOnePlan,
  type PageRow,
  selectCollectionPage,
  selectPage,
  selectTotal,
} from './product-list.statements.ts';

/** Where a page starts: at an offset, or after a position in the order. */
export type PageStart =
  | { readonly offset: number }
  | { readonly after: { readonly place: string; readonly id: string } };

export interface PageRequest {
  readonly workspaceId: string;
  readonly start: PageStart;
  readonly limit: number;
}

export interface ListRequest extends PageRequest {
  readonly conditions: readonly Condition[];
  readonly order: ListOrder;
}

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
    const { workspaceId, conditions, order, start, limit } = request;
    const where = new StatementParts([...conditions, ...('after' in start ? [afterPlace(order, start.after)] : [])]);
    const offset = 'offset' in start ? start.offset : 0;
    const depth = depthOf(offset + limit + 1);
    const shape = { where, order, depth, onePlan: hasOnePlan(conditions, order, depth) };
    const statement = selectPage(`${where.shape} ${order.name} ${depth}`, shape);
    const parameters = { workspaceId, limit: limit + 1, offset, ...where.values };
    const rows = await this.#database.run(statement, parameters);
    return this.#withTotal(request, rows, this.#counting(workspaceId, conditions));
  }

  /** A page of the products that meet conditions, best rank first. */
  async ranked(request: RankedRequest): Promise<Page> {
    const { workspaceId, start, limit } = request;
    const offset = 'offset' in start ? start.offset : 0;
    const place = 'after' in start ? readPlace(start.after) : null;
    const depth = depthOf(offset + limit + 1, 1);
    const others = new StatementParts(request.others, 'other');
    const words = new StatementParts(request.words, 'word');
    const ranks = toRankParts(request.ranks);
    // There are fewer ranks once the search no longer needs corrections.
    const from = place && Math.min(place.rank, ranks.length - 1);
    const shapes = [others, words, ...ranks].map(({ shape }) => shape).join(' | ');
    const statement = selectRankedPage(`${shapes} ${from} ${depth}`, { others, words, ranks, from, depth });
    const values = Object.assign({}, ...[others, words, ...ranks].map((parts) => parts.values), place);
    const rows = await this.#database.run(statement, { workspaceId, limit: limit + 1, offset, ...values });
    return this.#withTotal(request, rows, this.#counting(workspaceId, [...request.others, ...request.words]));
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
