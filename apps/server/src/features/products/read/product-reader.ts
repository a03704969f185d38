import { type EntityTag, offsetOf, type PageRequest, type Pagination, toPagination } from '@contract-kit/http-spec';
import type { CountCache, CursorCodec } from '@contract-kit/middleware';
import type { ProductListQuery } from '@product-content/contract';
import type { RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import { assertAttributeFilters } from '../list/attribute-filters.ts';
import { type FilterCatalog, namesCatalog, toConditions } from '../list/conditions.ts';
import { ListCursors } from '../list/list-cursors.ts';
import { orderOf } from '../list/order.ts';
import type { ListRequest } from '../list/page-statement.ts';
import { ProductPages, type RankedRequest } from '../list/product-pages.ts';
import { byRelevance, type RankedSearch, rankExact, TypoCorrection } from '../search/relevance.ts';
import { toTextSearch } from '../search/search-conditions.ts';
import { singleProductJson } from '../state/product-document.ts';
import { type ProductKey, ProductRows } from './product-rows.ts';
import {
  addMember,
  assertLocale,
  createRenderer,
  isPlain,
  jsonArray,
  jsonArrayBytes,
  type ProductView,
  type ViewQuery,
  viewOf,
  viewTag,
} from './product-view.ts';

export interface ProductReaderOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly cursors: CursorCodec;
  readonly counts: CountCache;
}

/** The context in which products are read. */
export type ReaderContext = Pick<RequestContext, 'workspace'>;

/** The bytes of a whole body: a page is long text. */
export interface RenderedList {
  readonly json: Buffer;
}

/** The text of a whole body, and its entity tag. */
export interface RenderedProduct {
  readonly json: string;
  readonly entityTag: EntityTag;
}

/** A page of a collection, and how its products are shown. */
export interface CollectionPageQuery {
  readonly page?: number | undefined;
  readonly limit: number;
  readonly locale?: string | undefined;
}

/**
 * Products in the form of the API. Plain products go from the database to the response as text, without being parsed;
 * only views (`locale`, `include=variants`) are composed.
 */
export class ProductReader {
  readonly #catalog: CatalogReader;
  readonly #cursors: CursorCodec;
  readonly #rows: ProductRows;
  readonly #pages: ProductPages;
  readonly #typos: TypoCorrection;

  constructor({ database, catalog, cursors, counts }: ProductReaderOptions) {
    this.#catalog = catalog;
    this.#cursors = cursors;
    this.#rows = new ProductRows(database);
    this.#pages = new ProductPages(database, counts);
    this.#typos = new TypoCorrection(database);
  }

  /**
   * One product with the details of its completeness.
   *
   * @returns null when there is no such product.
   * @throws ApiError `validation_failed` at `locale`.
   */
  async get({ workspace }: ReaderContext, idOrSku: string, query: ViewQuery = {}): Promise<RenderedProduct | null> {
    const row = await this.#rows.find(workspace.id, idOrSku);
    if (row === null) return null;
    const view = viewOf(query);
    assertLocale(view, workspace);
    const render = await createRenderer(view, workspace, this.#catalog);
    const variants = view.variants ? await this.#rows.variants(workspace.id, [row.id]) : [];
    const document = view.variants
      ? addMember(render(row.document), 'variants', jsonArray(variants.map((variant) => render(variant.document))))
      : render(row.document);
    return {
      json: singleProductJson(document, row.completenessDetails),
      entityTag: viewTag(row, view, variants, workspace),
    };
  }

  /**
   * The entity tag of what {@link get} returns, computed from keys alone, for 304 and 412. Writes compare the plain
   * tag.
   *
   * @returns null when there is no such product.
   */
  async tag({ workspace }: ReaderContext, idOrSku: string, query: ViewQuery = {}): Promise<EntityTag | null> {
    const key = await this.#rows.findKey(workspace.id, idOrSku);
    if (key === null) return null;
    const view = viewOf(query);
    const variants: ProductKey[] = view.variants ? await this.#rows.variantKeys(workspace.id, key.id) : [];
    return viewTag(key, view, variants, workspace);
  }

  /**
   * A page of the products that meet a filter.
   *
   * @throws ApiError `validation_failed` at `cursor`, `locale` or `attributes.<code>`.
   */
  async list({ workspace }: ReaderContext, query: ProductListQuery): Promise<RenderedList> {
    const view = viewOf(query);
    assertLocale(view, workspace);
    const order = query.sort === 'relevance' ? null : orderOf(query.locale ?? workspace.defaultLocale, query.sort);
    const cursors = new ListCursors(this.#cursors, workspace.id, order ?? byRelevance, query);
    const { start, page } = cursors.position(query);
    const catalog = namesCatalog(query) ? await this.#catalog.snapshot(workspace.id) : null;
    if (catalog !== null) assertAttributeFilters(query, catalog);
    const { limit } = query;
    const request = { workspaceId: workspace.id, start, limit };
    const filter = view.variants ? { ...query, top_level: true } : query;
    const found =
      order === null
        ? await this.#ranked(request, filter, catalog)
        : await this.#listed({ ...request, order }, filter, catalog);
    if (found === null) return listBody([], toPagination({ page, limit }, 0));
    const { rows, total, hasMore } = found;
    const last = rows.at(-1);
    const nextCursor = hasMore && last !== undefined ? cursors.after(last, page) : null;
    return listBody(
      await this.#show({ workspace }, rows, view),
      toPagination({ page, limit }, total, { hasMore, nextCursor }),
    );
  }

  async #listed(request: Omit<ListRequest, 'conditions'>, query: ProductListQuery, catalog: FilterCatalog | null) {
    const conditions = toConditions(query, catalog, query.locale);
    return conditions === null ? null : this.#pages.list({ ...request, conditions });
  }

  async #ranked(
    request: Omit<RankedRequest, 'others' | keyof RankedSearch>,
    { q = '', ...filter }: ProductListQuery,
    catalog: FilterCatalog | null,
  ) {
    const others = toConditions(filter, catalog, filter.locale);
    const search = toTextSearch(q, filter.locale);
    if (others === null || search === null) return null;
    const exact = rankExact(search);
    const { workspaceId, start } = request;
    // The first page knows how many match; what corrections would add is not searched for where many do.
    const first =
      'offset' in start && start.offset === 0 ? await this.#pages.ranked({ ...request, ...exact, others }) : null;
    const total = first?.total ?? (await this.#typos.count(workspaceId, [...others, ...exact.words]));
    const corrected = this.#typos.isNeeded(total) ? await this.#typos.rank(workspaceId, search) : null;
    if (corrected === null && first !== null) return first;
    return this.#pages.ranked({ ...request, ...(corrected ?? exact), others });
  }

  /**
   * A page of a collection's products, in the collection's order; empty for an unknown collection.
   *
   * @param collectionId its UUID.
   * @throws ApiError `validation_failed` at `locale`.
   */
  async collectionPage(
    { workspace }: ReaderContext,
    collectionId: string,
    query: CollectionPageQuery,
  ): Promise<RenderedList> {
    const view = viewOf(query);
    assertLocale(view, workspace);
    const request: PageRequest = { page: query.page ?? 1, limit: query.limit };
    const { rows, total, hasMore } = await this.#pages.collection({
      workspaceId: workspace.id,
      collectionId,
      start: { offset: offsetOf(request) },
      limit: request.limit,
    });
    return listBody(await this.#show({ workspace }, rows, view), toPagination(request, total, { hasMore }));
  }

  /** The texts of products in a view; the number of statements does not depend on the number of products. */
  async #show(
    { workspace }: ReaderContext,
    rows: readonly { readonly id: string; readonly document: string }[],
    view: ProductView,
  ): Promise<string[]> {
    if (isPlain(view)) return rows.map((row) => row.document);
    const render = await createRenderer(view, workspace, this.#catalog);
    if (!view.variants) return rows.map((row) => render(row.document));
    const ids = rows.map((row) => row.id);
    const families = Map.groupBy(await this.#rows.variants(workspace.id, ids), (variant) => variant.parentId);
    return rows.map(({ id, document }) => {
      const variants = (families.get(id) ?? []).map((variant) => render(variant.document));
      return addMember(render(document), 'variants', jsonArray(variants));
    });
  }
}

function listBody(products: readonly string[], pagination: Pagination): RenderedList {
  return { json: jsonArrayBytes('{"data":', products, `,"pagination":${JSON.stringify(pagination)}}`) };
}
