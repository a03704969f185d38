import { offsetOf, type Pagination, toPagination } from '@contract-kit/http-spec';
import { type CountCache, type CursorCodec, cutPage } from '@contract-kit/middleware';
import { type AssetListQuery, assetFilterShape } from '@product-content/contract';
import type { Database, SqlParameter } from '../../../storage/index.ts';
import type { CountedAssetRow } from '../asset.mapper.ts';
import { type Condition, toConditions } from './asset-conditions.ts';

export interface AssetPagesOptions {
  readonly database: Database;
  /** What a row is selected as. */
  readonly columns: string;
  readonly cursors: CursorCodec;
  readonly counts: CountCache;
}

export interface AssetPage {
  readonly rows: readonly CountedAssetRow[];
  readonly pagination: Pagination;
}

/** `unused` follows the products too. */
const changeToken = `
  select coalesce(sum(assets), 0) || case when $2 then ' ' || coalesce(sum(products), 0) else '' end as token
  from workspace_change where workspace_id = $1`;

const filterNames = Object.keys(assetFilterShape) as (keyof typeof assetFilterShape)[];

/** Where a page starts: behind so many assets, or after one. */
type Start = { readonly offset: number } | { readonly createdAt: string; readonly id: string };

/** Reads pages of assets, newest first, and their totals. A total is counted once for each change. */
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
    // Read before the page: a change in between costs one more count and leaves no wrong one behind.
    const token = await this.#token(workspaceId, query.unused === true);
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

  async #token(workspaceId: string, ofProducts: boolean): Promise<string> {
    const values = [workspaceId, ofProducts];
    const { rows } = await this.#options.database.query<{ token: string }>(changeToken, values, 'asset.token');
    return rows[0]?.token ?? '';
  }

  async #select(workspaceId: string, conditions: Condition[], start: Start, limit: number): Promise<CountedAssetRow[]> {
    const place = 'offset' in start ? [] : [{ sql: '(created_at, id) < (?, ?)', values: [start.createdAt, start.id] }];
    const { where, values } = toWhere(workspaceId, [...conditions, ...place]);
    const text = `
      select ${this.#options.columns} from asset where ${where} order by created_at desc, id desc
      limit $${values.length + 1} offset $${values.length + 2}`;
    const page = [...values, limit, 'offset' in start ? start.offset : 0];
    return (await this.#options.database.query<CountedAssetRow>(text, page)).rows;
  }

  async #total(
    workspaceId: string,
    conditions: Condition[] | null,
    { filter, token, start, rows, hasMore }: Counted,
  ): Promise<number> {
    if (conditions === null) return 0;
    const { counts, database } = this.#options;
    if ('offset' in start && !hasMore && (rows > 0 || start.offset === 0)) {
      counts.set(workspaceId, filter, token, start.offset + rows);
      return start.offset + rows;
    }
    return counts.count(workspaceId, filter, token, async () => {
      const { where, values } = toWhere(workspaceId, conditions);
      const { rows: counted } = await database.query<{ total: number }>(
        `select count(*) as total from asset where ${where}`,
        values,
      );
      return counted[0]?.total ?? 0;
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

function toWhere(workspaceId: string, conditions: readonly Condition[]): { where: string; values: SqlParameter[] } {
  const values: SqlParameter[] = [workspaceId];
  const numbered = conditions.map(({ sql, values: own }) => {
    const next = values.length;
    values.push(...own);
    let place = next;
    return sql.replace(/\?/g, () => {
      place += 1;
      return `$${place}`;
    });
  });
  return { where: ['workspace_id = $1', ...numbered].join(' and '), values };
}
