import { decodeId } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import { resolveProducts } from '../product.sql.ts';
import { selectIdsByGtin, selectIdsBySku } from '../product.statements.ts';

/** Resolves references to products without reading them. */
export class ProductReferences {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The UUIDs of referenced products, in one statement; null for an unknown reference. An id match wins. */
  async resolve(workspaceId: string, references: readonly string[]): Promise<(string | null)[]> {
    const ids = references.map((reference) => decodeId('product', reference));
    const rows = await this.#database.run(resolveProducts, { workspaceId, ids, skus: references });
    return rows.map(({ id }) => id);
  }

  /** The UUIDs of the products with these SKUs, in no order. */
  async bySkus(workspaceId: string, skus: readonly string[]): Promise<string[]> {
    return (await this.#database.run(selectIdsBySku, { workspaceId, skus })).map(({ id }) => id);
  }

  /** The UUIDs of the products with these GTINs. */
  byGtins(workspaceId: string, gtins: readonly string[]): Promise<{ gtin: string; ids: string[] }[]> {
    return this.#database.run(selectIdsByGtin, { workspaceId, gtins });
  }
}
