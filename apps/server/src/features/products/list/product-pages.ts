import { createHash } from 'node:crypto';
import { type CountCache, cutPage } from '@contract-kit/middleware';
import { type Database, type SqlParameter, StatementParts } from '../../../storage/index.ts';
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
} from './product-list.statements.ts';

/** Where a page starts: behind so many products, or after a place in the order. */
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
  /** What is counted: lists with equal values have one total. */
  readonly counted: readonly SqlParameter[];
  /** The total, and the change token it belongs to. */
  readonly count: () => Promise<{ readonly total: number; readonly token: string }[]>;
}

/** Reads pages of products and their totals. A total is counted once for each change of the workspace's products. */
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
    return this.#withTotal(request, await this.#database.run(statement, parameters), {
      counted: conditions.flatMap(({ shape, values }) => [shape, ...values]),
      count: () => {
        const all = new StatementParts(conditions);
        return this.#database.run(countProducts(all.shape, all), { workspaceId, ...all.values });
      },
    });
  }

  /** A page of a collection, in its order. */
  async collection(request: CollectionRequest): Promise<Page> {
    const { workspaceId, collectionId, start, limit } = request;
    const parameters = { workspaceId, collectionId };
    const page = { ...parameters, limit: limit + 1, offset: start.offset };
    return this.#withTotal(request, await this.#database.run(selectCollectionPage, page), {
      counted: ['collection', collectionId],
      count: () => this.#database.run(countCollection, parameters),
    });
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

/** A count has a row, always. */
const none = { total: 0, token: '0' };

/** Longer keys are hashed: a filter may list hundreds of SKUs. */
const longKey = 200;

/** What a count is kept by: a text of what is counted. */
export function countKey(counted: readonly SqlParameter[]): string {
  const key = JSON.stringify(counted);
  return key.length <= longKey ? key : createHash('sha256').update(key).digest('base64');
}
