import { offsetOf, toPagination } from '@contract-kit/http-spec';
import { type CursorCodec, cutPage } from '@contract-kit/middleware';
import type { ChannelProductsQuery, Listing, ProductChannel } from '@product-content/contract';
import { decodeId, encodeId, notFound, type RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { ProductReferences } from '../../products/index.ts';
import type { ChannelRow } from '../channel.entity.ts';
import type { ChannelsRepository } from '../channels.repository.ts';
import { countRecords, type RecordRow, selectOfProduct, selectPage } from './record.statements.ts';
import type { RecordRefresher } from './record-refresher.ts';

export interface RecordReaderOptions {
  readonly database: Database;
  readonly channels: ChannelsRepository;
  readonly refresher: RecordRefresher;
  readonly products: ProductReferences;
  readonly cursors: CursorCodec;
}

type ListingRow = Omit<Listing, 'publishedAt'> & { readonly publishedAt: Date | null };

/** Reads the records of channels, as far as earlier requests have written them. */
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
    const channel = await channels.get(workspace.id, channelId);
    const { limit } = query;
    const list = JSON.stringify([workspace.id, channelId, query.ready, query.updated_since, query.sku]);
    const { after, page } = this.#position(query, list);
    const { ready = null, sku: skus = null, updated_since: since = null } = query;
    const conditions = { workspaceId: workspace.id, channelId, ready, skus, since };
    const { sku: afterSku = null, id: afterId = null } = after ?? {};
    const offset = after === null ? offsetOf({ page, limit }) : 0;
    const read = await database.run(selectPage, { ...conditions, afterSku, afterId, limit: limit + 1, offset });
    const { rows, hasMore } = cutPage(read, limit);
    const total = await this.#total(channel, conditions);
    const nextCursor = hasMore ? this.#cursorAfter(rows.at(-1), page, list) : null;
    const records = rows.map((row) => toRecordJson(reference, row));
    const pagination = toPagination({ page, limit }, total, { hasMore, nextCursor });
    return `{"data":[${records.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
  }

  /** The state of a product on the active channels that have it in scope. @throws ApiError `not_found`. */
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
    const { products, refresher } = this.#options;
    if (skus === undefined) return refresher.catchUp(workspace);
    const ids = await products.bySkus(workspace.id, skus);
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

  /** The channel keeps the totals of its records; with further filters, records are counted. */
  async #total(
    channel: ChannelRow,
    conditions: Parameters<NonNullable<(typeof countRecords)['run']>>[0],
  ): Promise<number> {
    const { ready, skus, since } = conditions;
    if (skus === null && since === null) {
      if (ready === null) return channel.total;
      return ready ? channel.ready : channel.total - channel.ready;
    }
    const [counted] = await this.#options.database.run(countRecords, conditions);
    return counted?.number ?? 0;
  }
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
  return { ...row, publishedAt: row.publishedAt?.toISOString() ?? null };
}
