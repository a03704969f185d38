import { offsetOf } from '@contract-kit/http-spec';
import type { CursorCodec } from '@contract-kit/middleware';
import { type ProductListQuery, productFilterShape } from '@product-content/contract';
import { namesOf } from './attribute-filters.ts';
import type { ListOrder } from './order.ts';
import type { PageStart } from './page-statement.ts';
import type { PageRow } from './product-list.statements.ts';

/** Where a page of a list starts, and its page number, from 1. */
export interface ListPosition {
  readonly start: PageStart;
  readonly page: number;
}

type CursorOrder = Pick<ListOrder, 'name' | 'direction'>;

const filterNames = Object.keys(productFilterShape) as (keyof typeof productFilterShape)[];

/**
 * The cursors of one list: one workspace, filter as the caller wrote it, and order. A cursor holds the sort key and id
 * of the last product of its page, and the number of the next page.
 */
export class ListCursors {
  readonly #codec: CursorCodec;
  readonly #list: string;
  readonly #order: CursorOrder;

  constructor(codec: CursorCodec, workspaceId: string, order: CursorOrder, query: ProductListQuery) {
    this.#codec = codec;
    this.#order = order;
    const filter = filterNames.map((name) => query[name] ?? null);
    const attributes = namesOf(query).sort();
    // The locale decides which names `q` searches, and which values of attributes are compared.
    const byLocale = query.locale !== undefined && (query.q !== undefined || attributes.length > 0);
    const further = [byLocale ? query.locale : null, attributes.map((name) => [name, query[name]])];
    this.#list = JSON.stringify([workspaceId, order.name, query.include ?? null, ...filter, ...further]);
  }

  /** @throws ApiError `validation_failed` at `cursor` for a cursor of another list, or an invalid one. */
  position({ cursor, page = 1, limit }: ProductListQuery): ListPosition {
    if (cursor === undefined) return { start: { offset: offsetOf({ page, limit }) }, page };
    const { id, values } = this.#codec.decode(cursor, this.#list);
    const [place, reached] = values;
    return { start: { after: { place: place === null ? null : String(place), id } }, page: Number(reached) };
  }

  /** The cursor after a product, the last one of a page. */
  after({ id, place = '' }: PageRow, page: number): string {
    return this.#codec.encode({ values: [place, page + 1], id, direction: this.#order.direction }, this.#list);
  }
}
