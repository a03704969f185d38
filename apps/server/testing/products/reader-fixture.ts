import { createCountCache, createCursorCodec } from '@contract-kit/middleware';
import {
  type LocalizedProduct,
  type Product,
  type ProductListQuery,
  ProductListQuerySchema,
} from '@product-content/contract';
import { catalogParts } from '../../src/catalog-parts.ts';
import { CachedCatalogReader, PostgresCatalogLocks } from '../../src/features/catalog/index.ts';
import { ProductReader } from '../../src/features/products/read/product-reader.ts';
import { decodeId, systemIds } from '../../src/kernel/index.ts';
import { createWriterFixture, type WriterFixture } from './writer-fixture.ts';

/** The parsed body of a list. */
export interface ListBody {
  readonly data: (Product & Partial<LocalizedProduct>)[];
  readonly pagination: {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly totalPages: number;
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
  };
}

/** A reader on a dedicated database, with a writer that fills it. */
export interface ReaderFixture extends WriterFixture {
  readonly reader: ProductReader;
  readonly catalog: CachedCatalogReader;
  /** A list with query parameters in wire format. */
  list(parameters?: Record<string, string>): Promise<ListBody>;
  /** The SKUs of such a list. */
  skus(parameters?: Record<string, string>): Promise<string[]>;
  /** Adds a category below another one. */
  addCategory(code: string, parentCode: string): Promise<void>;
  /** Sets the order of a collection's products. */
  arrange(collectionCode: string, skus: readonly string[]): Promise<string>;
}

export const parseQuery = (parameters: Record<string, string> = {}): ProductListQuery =>
  ProductListQuerySchema.parse(parameters);

export async function createReaderFixture(): Promise<ReaderFixture> {
  const fixture = await createWriterFixture();
  const { database, ctx } = fixture;
  const catalog = new CachedCatalogReader({ database, locks: new PostgresCatalogLocks(database), parts: catalogParts });
  const cursors = createCursorCodec({ secret: 'a secret of the tests' });
  const reader = new ProductReader({ database, catalog, cursors, counts: createCountCache() });
  const list = async (parameters?: Record<string, string>) =>
    JSON.parse(String((await reader.list(ctx, parseQuery(parameters))).json)) as ListBody;
  const bumpCatalog = () =>
    database.query('update workspace set catalog_version = catalog_version + 1 where id = $1', [ctx.workspace.id]);
  return {
    ...fixture,
    reader,
    catalog,
    list,
    skus: async (parameters) => (await list(parameters)).data.map((product) => product.sku),
    async addCategory(code, parentCode) {
      await database.query(
        `insert into category (workspace_id, id, code, name, parent_id, position, created_at, updated_at)
         select workspace_id, $2, $3, $3, id, 0, now(), now() from category where workspace_id = $1 and code = $4`,
        [ctx.workspace.id, systemIds.next(), code, parentCode],
      );
      await bumpCatalog();
    },
    async arrange(collectionCode, skus) {
      const id = (await catalog.snapshot(ctx.workspace.id)).collection(collectionCode)?.id ?? '';
      await database.query(
        `insert into collection_product (workspace_id, collection_id, product_id, position)
         select $1, $2, p.id, s.position from unnest($3::text[]) with ordinality as s (sku, position)
         join product p on p.workspace_id = $1 and p.sku = s.sku
         on conflict (workspace_id, collection_id, product_id) do update set position = excluded.position`,
        [ctx.workspace.id, id, skus],
      );
      return id;
    },
  };
}

/** The UUID of a product's document. */
export const uuidOf = (product: { readonly id: string }): string => decodeId('product', product.id) ?? '';
