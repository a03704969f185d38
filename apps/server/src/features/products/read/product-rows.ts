import type { ProductType } from '@product-content/contract';
import { decodeId } from '../../../kernel/index.ts';
import type { Database, Statement } from '../../../storage/index.ts';
import { productRows, selectVariantKeys, selectVariants } from '../product.statements.ts';
import { createBatchLoader } from './batch-loader.ts';

/** The ingredients of an entity tag. `id` is the UUID. */
export interface ProductKey {
  readonly id: string;
  readonly version: number;
}

/** A product with its rendered texts. */
export interface ProductRow extends ProductKey {
  readonly sku: string;
  readonly type: ProductType;
  readonly document: string;
  readonly completenessDetails: string;
}

export interface VariantRow extends ProductKey {
  readonly parentId: string;
  readonly document: string;
}

type Find<Row> = (workspaceId: string, value: string) => Promise<Row | null>;

interface Statements<Row extends object> {
  readonly one: Statement<{ workspaceId: string; value: string }, Row>;
  readonly several: Statement<{ workspaceId: string; values: readonly string[] }, Row>;
}

const skuForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Single products by id or SKU, and the variants of parents. */
export class ProductRows {
  readonly #database: Database;
  readonly #row: (workspaceId: string, reference: string) => Promise<ProductRow | null>;
  readonly #key: (workspaceId: string, reference: string) => Promise<ProductKey | null>;

  constructor(database: Database) {
    this.#database = database;
    const { row, key } = productRows;
    this.#row = byReference(
      this.#finding(row.id, ({ id }) => id),
      this.#finding(row.sku, ({ sku }) => sku),
    );
    this.#key = byReference(
      this.#finding(key.id, ({ id }) => id),
      this.#finding(key.sku, ({ sku }) => sku),
    );
  }

  /** @param reference a public id or a SKU; an id match wins. */
  find(workspaceId: string, reference: string): Promise<ProductRow | null> {
    return this.#row(workspaceId, reference);
  }

  /** Like {@link find}, without the document. */
  findKey(workspaceId: string, reference: string): Promise<ProductKey | null> {
    return this.#key(workspaceId, reference);
  }

  /** The variants of some parents, ordered by SKU. */
  variants(workspaceId: string, parentIds: readonly string[]): Promise<VariantRow[]> {
    return this.#database.run(selectVariants, { workspaceId, parentIds });
  }

  /** The entity tag ingredients of a parent's variants. */
  variantKeys(workspaceId: string, parentId: string): Promise<ProductKey[]> {
    return this.#database.run(selectVariantKeys, { workspaceId, parentId });
  }

  #finding<Row extends object>({ one, several }: Statements<Row>, keyOf: (row: Row) => string): Find<Row> {
    const load = async (workspaceId: string, values: readonly string[]) => {
      const [value = ''] = values;
      const rows =
        values.length === 1
          ? await this.#database.run(one, { workspaceId, value })
          : await this.#database.run(several, { workspaceId, values });
      return new Map(rows.map((row) => [keyOf(row), row]));
    };
    const batched = createBatchLoader(load);
    return async (workspaceId, value) => {
      if (this.#database.current() === null) return batched(workspaceId, value);
      // Other reads of the same tick are not part of this transaction.
      return (await load(workspaceId, [value])).get(value) ?? null;
    };
  }
}

function byReference<Row>(byId: Find<Row>, bySku: Find<Row>): Find<Row> {
  return async (workspaceId, reference) => {
    const id = decodeId('product', reference);
    const row = id === null ? null : await byId(workspaceId, id);
    if (row !== null || !skuForm.test(reference)) return row;
    return bySku(workspaceId, reference);
  };
}
