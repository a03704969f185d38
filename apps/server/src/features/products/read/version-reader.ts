import { offsetOf, type Pagination, toPagination } from '@contract-kit/http-spec';
import type { VersionDiff, VersionSummary } from '@product-content/contract';
import { notFound, type RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import { diffDocuments } from '../state/diff.ts';
import { type ProductDocument, parseDocument } from '../state/product-document.ts';
import { ProductRows } from './product-rows.ts';
import { type SummaryRow, selectVersionDocuments, selectVersions } from './product-version.statements.ts';

export interface VersionPage {
  readonly data: VersionSummary[];
  readonly pagination: Pagination;
}

/** The versions of products: their content, and the differences between two of them. */
export class VersionReader {
  readonly #database: Database;
  readonly #products: ProductRows;

  constructor(database: Database) {
    this.#database = database;
    this.#products = new ProductRows(database);
  }

  /**
   * The versions of a product, newest first.
   *
   * @throws ApiError `not_found`.
   */
  async list(
    ctx: RequestContext,
    idOrSku: string,
    { page = 1, limit }: { readonly page?: number | undefined; readonly limit: number },
  ): Promise<VersionPage> {
    const productId = await this.#productId(ctx, idOrSku);
    const rows = await this.#database.run(selectVersions, {
      ...{ workspaceId: ctx.workspace.id, productId },
      ...{ limit, offset: offsetOf({ page, limit }) },
    });
    const [first] = rows;
    return {
      data: rows.filter((row) => row.version !== null).map(toSummary),
      pagination: toPagination({ page, limit }, first?.total ?? 0),
    };
  }

  /**
   * A product at a version, as the text of the whole body.
   *
   * @throws ApiError `not_found` for an unknown product or version.
   */
  async get(ctx: RequestContext, idOrSku: string, version: number): Promise<string> {
    const documents = await this.#documents(ctx, idOrSku, [version]);
    return `{"data":${found(documents, version)}}`;
  }

  /** A product at a version; null when the product or the version is unknown. */
  async document(ctx: RequestContext, idOrSku: string, version: number): Promise<ProductDocument | null> {
    const key = await this.#products.findKey(ctx.workspace.id, idOrSku);
    if (key === null) return null;
    const text = (await this.#load(ctx, key.id, [version])).get(version);
    return text === undefined ? null : parseDocument(text);
  }

  /**
   * The changes of a version compared with another one.
   *
   * @param against the version to compare with, by default the one before; 0 stands for the time before the first one.
   * @throws ApiError `not_found` for an unknown product or version.
   */
  async diff(ctx: RequestContext, idOrSku: string, version: number, against = version - 1): Promise<VersionDiff> {
    const documents = await this.#documents(ctx, idOrSku, [version, against]);
    const before = against === 0 ? null : parseDocument(found(documents, against));
    const after = parseDocument(found(documents, version));
    return { from: against, to: version, changes: diffDocuments(before, after) };
  }

  async #productId(ctx: RequestContext, idOrSku: string): Promise<string> {
    const key = await this.#products.findKey(ctx.workspace.id, idOrSku);
    if (key === null) throw notFound('product');
    return key.id;
  }

  async #documents(ctx: RequestContext, idOrSku: string, versions: readonly number[]) {
    return this.#load(ctx, await this.#productId(ctx, idOrSku), versions);
  }

  async #load({ workspace }: RequestContext, productId: string, versions: readonly number[]) {
    const rows = await this.#database.run(selectVersionDocuments, { workspaceId: workspace.id, productId, versions });
    return new Map(rows.map((row) => [row.version, row.document]));
  }
}

function found(documents: ReadonlyMap<number, string>, version: number): string {
  const text = documents.get(version);
  if (text === undefined) throw notFound('version');
  return text;
}

function toSummary({ total: _, ...row }: SummaryRow): VersionSummary {
  return { ...row, version: row.version as number, createdAt: row.createdAt.toISOString() };
}
