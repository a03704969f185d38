import { createHash } from 'node:crypto';
import { type CountCache, cutPage } from '@contract-kit/middleware';
import type { Database, SqlParameter } from '../../../../storage/index.ts';
import type { CountRow, PageRow, PageStart, Statement } from './statement.ts';

/** One page of a list, and how to count the list. */
export interface PageRequest {
  readonly workspaceId: string;
  readonly start: PageStart;
  readonly limit: number;
  /** The statement of the page, one row longer than `limit`. */
  readonly page: Statement;
  readonly count: Statement;
  /** What is counted: lists with equal values have one total. */
  readonly counted: readonly SqlParameter[];
}

export interface Page {
  readonly rows: readonly PageRow[];
  readonly hasMore: boolean;
  readonly total: number;
}

/** Reads pages of products and their totals. A total is counted once for each change of the workspace's products. */
export class ProductPages {
  readonly #database: Database;
  readonly #counts: CountCache;

  constructor(database: Database, counts: CountCache) {
    this.#database = database;
    this.#counts = counts;
  }

  async read(request: PageRequest): Promise<Page> {
    const { text, values, name } = request.page;
    const { rows: read } = await this.#database.query<PageRow>(text, values, name);
    const { rows, hasMore } = cutPage(read, request.limit);
    return { rows, hasMore, total: await this.#total(request, rows, hasMore) };
  }

  async #total({ workspaceId, start, count, counted }: PageRequest, rows: readonly PageRow[], hasMore: boolean) {
    const [first] = rows;
    const key = countKey(counted);
    const offset = 'offset' in start ? start.offset : null;
    if (first === undefined) {
      if (offset === 0) return 0;
      const { total, token } = await this.#count(count);
      this.#counts.set(workspaceId, key, token, total);
      return total;
    }
    if (offset !== null && !hasMore) {
      this.#counts.set(workspaceId, key, first.token, offset + rows.length);
      return offset + rows.length;
    }
    return this.#counts.count(workspaceId, key, first.token, async () => (await this.#count(count)).total);
  }

  async #count({ text, values, name }: Statement): Promise<CountRow> {
    const { rows } = await this.#database.query<CountRow>(text, values, name);
    return rows[0] as CountRow;
  }
}

/** Longer keys are hashed: a filter may list hundreds of SKUs. */
const longKey = 200;

function countKey(counted: readonly SqlParameter[]): string {
  const key = JSON.stringify(counted);
  return key.length <= longKey ? key : createHash('sha256').update(key).digest('base64');
}
