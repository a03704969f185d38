import { offsetOf, type Pagination, toPagination } from '@contract-kit/http-spec';
import { type CountCache, type CursorCodec, cutPage } from '@contract-kit/middleware';
import { type AssetListQuery, assetFilterShape } from '@product-content/contract';
import { type Database, type StatementPart, StatementParts } from '../../../storage/index.ts';
import type { CountedAssetRow } from '../asset.mapper.ts';
import { selectToken } from '../asset.sql.ts';
import { countAssets, selectAssets } from '../asset.statements.ts';
import { following, toConditions } from './asset-conditions.ts';

export interface AssetPagesOptions {
  readonly database: Database;
  readonly cursors: CursorCodec;
  readonly counts: CountCache;
}

export interface AssetPage {
  readonly rows: readonly CountedAssetRow[];
  readonly pagination: Pagination;
}

const filterNames = Object.keys(assetFilterShape) as (keyof typeof assetFilterShape)[];

/** Where a page starts: at an offset, or after an asset. */
type Start = { readonly offset: number } | { readonly createdAt: string; readonly id: string };

/** Reads pages of assets, newest first, and their totals. A total is counted once per change. */
export class AssetPages {
  readonly #options: AssetPagesOptions;

  constructor(options: AssetPagesOptions) {
    this.#options = options;
  }

  async read(workspaceId: string, query: AssetListQuery): Promise<AssetPage> {
    const { limit } = query;
    const filter = JSON.stringify(filterNames.map((name) => query[name] ?? null));
    const list = JSON.stringify(['assets', workspaceId, filter]);
    const { page, start } = this.#position(query, list);
    // Read before the page: a change in between costs one more count, but leaves no wrong one behind.
    const token = await this.#token(workspaceId, query);
    const conditions = toConditions(query);
    const found = conditions === null ? [] : await this.#select(workspaceId, conditions, start, limit + 1);
    const { rows, hasMore } = cutPage(found, limit);
    const total = await this.#total(workspaceId, conditions, { filter, token, start, rows: rows.length, hasMore });
    const last = rows.at(-1);
    const nextCursor = hasMore && last !== undefined ? this.#cursorAfter(last, page + 1, list) : null;
    return { rows, pagination: { ...toPagination({ page, limit }, total), hasMore, nextCursor } };
  }

  #position({ cursor, page = 1, limit }: AssetListQuery, list: string): { page: number; start: Start } {
    if (cursor === undefined) return { page, start: { offset: offsetOf({ page, limit }) } };
    const { id, values } = this.#options.cursors.decode(cursor, list);
    return { page: Number(values[1]), start: { createdAt: String(values[0]), id } };
  }

  #cursorAfter({ createdAt, id }: CountedAssetRow, page: number, list: string): string {
    return this.#options.cursors.encode({ values: [createdAt.toISOString(), page], id, direction: 'desc' }, list);
  }

  /** `unused` depends on the products too. */
  async #token(workspaceId: string, { unused = false }: AssetListQuery): Promise<string> {
    const [row] = await this.#options.database.run(selectToken, { workspaceId, ofProducts: unused });
    return row?.token ?? '';
  }

  #select(
    workspaceId: string,
    conditions: readonly StatementPart[],
    start: Start,
    limit: number,
  ): Promise<CountedAssetRow[]> {
    const where = new StatementParts('offset' in start ? conditions : [...conditions, following(start)]);
    const page = { workspaceId, limit, offset: 'offset' in start ? start.offset : 0 };
    return this.#options.database.run(selectAssets(where.shape, where), { ...page, ...where.values });
  }

  async #total(
    workspaceId: string,
    conditions: readonly StatementPart[] | null,
    { filter, token, start, rows, hasMore }: Counted,
  ): Promise<number> {
    if (conditions === null) return 0;
    const { counts, database } = this.#options;
    if ('offset' in start && !hasMore && (rows > 0 || start.offset === 0)) {
      counts.set(workspaceId, filter, token, start.offset + rows);
      return start.offset + rows;
    }
    return counts.count(workspaceId, filter, token, async () => {
      const where = new StatementParts(conditions);
      const [counted] = await database.run(countAssets(where.shape, where), { workspaceId, ...where.values });
      return counted?.total ?? 0;
    });
  }
}

interface Counted {
  readonly filter: string;
  readonly token: string;
  readonly start: Start;
  readonly rows: number;
  readonly hasMore: boolean;
}
