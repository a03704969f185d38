import { offsetOf, toPagination } from '@contract-kit/http-spec';
import { type CursorCodec, cutPage } from '@contract-kit/middleware';
import type { ChannelProductsQuery, Listing, ProductChannel } from '@product-content/contract';
import { decodeId, encodeId, notFound, type RequestContext } from '../../../kernel/index.ts';
import type { Database, SqlParameter } from '../../../storage/index.ts';
import type { ProductReferences } from '../../products/index.ts';
import type { ChannelProductRow, ChannelRow } from '../channel.entity.ts';
import type { ChannelsRepository } from '../channels.repository.ts';
import { selectOfProduct } from './record.statements.ts';
import type { RecordRefresher } from './record-refresher.ts';

export interface RecordReaderOptions {
  readonly database: Database;
  readonly channels: ChannelsRepository;
  readonly refresher: RecordRefresher;
  readonly products: ProductReferences;
  readonly cursors: CursorCodec;
}

type ListingRow = Pick<
  ChannelProductRow,
  'externalId' | 'listingUrl' | 'publishedVersion' | 'publishedAt' | 'lastError'
> & { readonly listingStatus: Listing['status'] };

interface RecordRow extends ListingRow {
  readonly productId: string;
  readonly sku: string;
  readonly productVersion: number;
  readonly ready: boolean;
  readonly content: string;
}

const listingColumns = `r.listing_status as "listingStatus", r.external_id as "externalId", r.listing_url as "listingUrl",
  r.published_version as "publishedVersion", r.published_at as "publishedAt", r.last_error as "lastError"`;

const selectSkus = 'select id from product where workspace_id = $1 and sku = any($2::text[])';

const recordColumns = `r.product_id as "productId", r.sku, r.product_version as "productVersion", r.ready, r.content,
  ${listingColumns}`;

/** The records of channels, as far as requests before have written them. */
export class RecordReader {
  readonly #options: RecordReaderOptions;

  constructor(options: RecordReaderOptions) {
    this.#options = options;
  }

  /**
   * A page of a channel's products, by SKU, as the JSON text of a body.
   *
   * @throws ApiError `not_found`; `validation_failed` at `cursor`.
   */
  async list({ workspace }: RequestContext, reference: string, query: ChannelProductsQuery): Promise<string> {
    const { database, channels } = this.#options;
    const channelId = decodeId('channel', reference);
    if (channelId === null) throw notFound('channel');
    await this.#catchUp({ workspace }, query.sku);
    const channel = await channels.find(workspace.id, channelId);
    if (channel === null) throw notFound('channel');
    const { limit } = query;
    const list = JSON.stringify([workspace.id, channelId, query.ready, query.updated_since, query.sku]);
    const { after, page } = this.#position(query, list);
    const where = conditionsOf(workspace.id, channelId, query);
    const { text, values } = pageStatement(where, { after, page, limit });
    const { rows: read } = await database.query<RecordRow>(text, values);
    const { rows, hasMore } = cutPage(read, limit);
    const total = await this.#total(channel, query, where);
    const nextCursor = hasMore ? this.#cursorAfter(rows.at(-1), page, list) : null;
    const records = rows.map((row) => toRecordJson(reference, row));
    const pagination = toPagination({ page, limit }, total, { hasMore, nextCursor });
    return `{"data":[${records.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
  }

  /** How a product does on the active channels it is in the scope of. @throws ApiError `not_found`. */
  async ofProduct({ workspace }: RequestContext, reference: string): Promise<ProductChannel[]> {
    const { database, refresher, products } = this.#options;
    const [productId = null] = await products.resolve(workspace.id, [reference]);
    if (productId === null) throw notFound('product');
    await refresher.catchUpProducts(workspace, [productId]);
    const rows = await database.run(selectOfProduct, { workspaceId: workspace.id, productId });
    return rows.map(({ channelId, code, name, type, ready, errorCount, warningCount, ...listing }) => ({
      channelId: encodeId('channel', channelId),
      code,
      name,
      type,
      ready,
      errorCount,
      warningCount,
      listing: toListing(listing),
    }));
  }

  async #catchUp({ workspace }: Pick<RequestContext, 'workspace'>, skus: readonly string[] | undefined): Promise<void> {
    const { database, refresher } = this.#options;
    if (skus === undefined) return refresher.catchUp(workspace);
    const { rows } = await database.query<{ id: string }>(selectSkus, [workspace.id, skus]);
    const ids = rows.map(({ id }) => id);
    return ids.length === 0 ? refresher.catchUp(workspace) : refresher.catchUpProducts(workspace, ids);
  }

  #position({ cursor, page = 1 }: ChannelProductsQuery, list: string) {
    if (cursor === undefined) return { after: null, page };
    const { id, values } = this.#options.cursors.decode(cursor, list);
    return { after: { sku: String(values[0]), id }, page: Number(values[1]) };
  }

  #cursorAfter(last: RecordRow | undefined, page: number, list: string): string | null {
    if (last === undefined) return null;
    const cursor = { values: [last.sku, page + 1], id: last.productId, direction: 'asc' as const };
    return this.#options.cursors.encode(cursor, list);
  }

  /** The channel keeps the figures of its records; what is filtered further is counted. */
  async #total(
    channel: ChannelRow,
    { ready, sku, updated_since }: ChannelProductsQuery,
    where: Where,
  ): Promise<number> {
    if (sku === undefined && updated_since === undefined) {
      if (ready === undefined) return channel.total;
      return ready ? channel.ready : channel.total - channel.ready;
    }
    const text = `select count(*) as number from channel_product r where ${where.text}`;
    const { rows } = await this.#options.database.query<{ number: number }>(text, where.values);
    return rows[0]?.number ?? 0;
  }
}

interface Where {
  readonly text: string;
  readonly values: readonly SqlParameter[];
}

function conditionsOf(
  workspaceId: string,
  channelId: string,
  { ready, sku, updated_since: since }: ChannelProductsQuery,
): Where {
  const values: SqlParameter[] = [workspaceId, channelId];
  const texts = ['r.workspace_id = $1 and r.channel_id = $2 and r.in_scope'];
  if (ready !== undefined) texts.push(`r.ready = $${values.push(ready)}`);
  if (sku !== undefined) texts.push(`r.sku = any($${values.push(sku)}::text[])`);
  if (since !== undefined) texts.push(`r.changed_at >= $${values.push(since)}`);
  return { text: texts.join(' and '), values };
}

function pageStatement(
  where: Where,
  { after, page, limit }: { after: { sku: string; id: string } | null; page: number; limit: number },
): Where {
  const values = [...where.values];
  const place =
    after === null ? '' : `and (r.sku, r.product_id) > ($${values.push(after.sku)}, $${values.push(after.id)})`;
  const size = `limit $${values.push(limit + 1)}`;
  const offset = after === null ? `offset $${values.push(offsetOf({ page, limit }))}` : '';
  const text = `
    select ${recordColumns} from channel_product r where ${where.text} ${place}
    order by r.sku, r.product_id ${size} ${offset}`;
  return { text, values };
}

function toRecordJson(
  channelId: string,
  { productId, sku, productVersion, ready, content, ...listing }: RecordRow,
): string {
  const identity = { channelId, productId: encodeId('product', productId), sku, productVersion, ready };
  const shown = JSON.stringify(identity).slice(0, -1);
  return `${shown},${content.slice(1, -1)},"listing":${JSON.stringify(toListing(listing))}}`;
}

function toListing(row: ListingRow): Listing {
  return {
    status: row.listingStatus,
    externalId: row.externalId,
    url: row.listingUrl,
    publishedVersion: row.publishedVersion,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    lastError: row.lastError,
  };
}
