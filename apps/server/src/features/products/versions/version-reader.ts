import { offsetOf, type Pagination, toPagination } from '@contract-kit/http-spec';
import type {
  ProductStatus,
  VersionDiff,
  VersionEvent,
  VersionSource,
  VersionSummary,
} from '@product-content/contract';
import { type Actor, notFound, type RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import { ProductRows } from '../read/product-rows.ts';
import { diffDocuments } from '../state/diff.ts';
import { type ProductDocument, parseDocument } from '../state/product-document.ts';

export interface VersionPage {
  readonly data: VersionSummary[];
  readonly pagination: Pagination;
}

interface SummaryRow {
  readonly total: number;
  /** Null in the one row of a page behind the last one. */
  readonly version: number | null;
  readonly createdAt: Date;
  readonly event: VersionEvent;
  readonly source: VersionSource;
  readonly actor: Actor;
  readonly changedFields: string[];
  readonly status: ProductStatus;
}

/** The versions of products: what each was like, and what changed between two of them. */
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
    const { rows } = await this.#database.query<SummaryRow>(
      `select c.total, v.version, v.created_at as "createdAt", v.event, v.source, v.actor,
         v.changed_fields as "changedFields", v.status
       from (select count(*)::int as total from product_version where workspace_id = $1 and product_id = $2) c
       left join lateral (
         select * from product_version where workspace_id = $1 and product_id = $2
         order by version desc limit $3 offset $4
       ) v on true order by v.version desc`,
      [ctx.workspace.id, await this.#productId(ctx, idOrSku), limit, offsetOf({ page, limit })],
      'product_version.list',
    );
    const [first] = rows;
    return {
      data: rows.filter((row) => row.version !== null).map(toSummary),
      pagination: toPagination({ page, limit }, first?.total ?? 0),
    };
  }

  /**
   * A product as it was at a version, as the text of the whole body.
   *
   * @throws ApiError `not_found` for an unknown product or version.
   */
  async get(ctx: RequestContext, idOrSku: string, version: number): Promise<string> {
    const documents = await this.#documents(ctx, idOrSku, [version]);
    return `{"data":${found(documents, version)}}`;
  }

  /** A product as it was at a version; null when the product or the version is unknown. */
  async document(ctx: RequestContext, idOrSku: string, version: number): Promise<ProductDocument | null> {
    const key = await this.#products.findKey(ctx.workspace.id, idOrSku);
    if (key === null) return null;
    const text = (await this.#load(ctx, key.id, [version])).get(version);
    return text === undefined ? null : parseDocument(text);
  }

  /**
   * What a version changed against another one.
   *
   * @param against the version to compare with, by default the one before; 0 stands for nothing.
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
    const { rows } = await this.#database.query<{ version: number; document: string }>(
      `select version, document from product_version
       where workspace_id = $1 and product_id = $2 and version = any($3::int[])`,
      [workspace.id, productId, versions],
      'product_version.documents',
    );
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
