import type { ProductType } from '@product-content/contract';
import { decodeId } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import { createTickBatch } from './tick-batch.ts';

/** What an entity tag is made of. `id` is the UUID. */
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

interface ProductKeyRow extends ProductKey {
  readonly sku: string;
}

/** What is read of a row. `name` is part of the name of the prepared statement. */
interface ColumnList<_Row> {
  readonly name: string;
  readonly list: string;
}

const columns: ColumnList<ProductRow> = {
  name: 'row',
  list: 'id, sku, version, type, document, completeness_details as "completenessDetails"',
};
const keyColumns: ColumnList<ProductKeyRow> = { name: 'key', list: 'id, sku, version' };
const skuForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Single products by id or SKU, and the variants of parents. */
export class ProductRows {
  readonly #database: Database;
  readonly #byId: (workspaceId: string, id: string) => Promise<ProductRow | null>;
  readonly #bySku: (workspaceId: string, sku: string) => Promise<ProductRow | null>;
  readonly #keyById: (workspaceId: string, id: string) => Promise<ProductKey | null>;
  readonly #keyBySku: (workspaceId: string, sku: string) => Promise<ProductKey | null>;

  constructor(database: Database) {
    this.#database = database;
    this.#byId = createTickBatch((workspaceId, ids) => this.#load('id', columns, workspaceId, ids));
    this.#bySku = createTickBatch((workspaceId, skus) => this.#load('sku', columns, workspaceId, skus));
    this.#keyById = createTickBatch((workspaceId, ids) => this.#load('id', keyColumns, workspaceId, ids));
    this.#keyBySku = createTickBatch((workspaceId, skus) => this.#load('sku', keyColumns, workspaceId, skus));
  }

  /** @param reference an id as shown or a SKU; an id match wins. */
  async find(workspaceId: string, reference: string): Promise<ProductRow | null> {
    const id = decodeId('product', reference);
    const row = id === null ? null : await this.#one('id', workspaceId, id);
    if (row !== null || !skuForm.test(reference)) return row;
    return this.#one('sku', workspaceId, reference);
  }

  /** As {@link find}, without the document. */
  async findKey(workspaceId: string, reference: string): Promise<ProductKey | null> {
    const id = decodeId('product', reference);
    const key = id === null ? null : await this.#key('id', workspaceId, id);
    if (key !== null || !skuForm.test(reference)) return key;
    return this.#key('sku', workspaceId, reference);
  }

  /** The variants of some parents, ordered by SKU. */
  async variants(workspaceId: string, parentIds: readonly string[]): Promise<VariantRow[]> {
    const { rows } = await this.#database.query<VariantRow>(
      `select parent_id as "parentId", id, version, document from product
       where workspace_id = $1 and parent_id = any($2::uuid[]) order by sku`,
      [workspaceId, parentIds],
      'product.variants',
    );
    return rows;
  }

  /** What the entity tags of a parent's variants are made of. */
  async variantKeys(workspaceId: string, parentId: string): Promise<ProductKey[]> {
    const { rows } = await this.#database.query<ProductKey>(
      'select id, version from product where workspace_id = $1 and parent_id = $2',
      [workspaceId, parentId],
      'product.variant_keys',
    );
    return rows;
  }

  async #key(column: 'id' | 'sku', workspaceId: string, value: string): Promise<ProductKey | null> {
    if (this.#database.current() === null) {
      return column === 'id' ? this.#keyById(workspaceId, value) : this.#keyBySku(workspaceId, value);
    }
    return (await this.#load(column, keyColumns, workspaceId, [value])).get(value) ?? null;
  }

  async #one(column: 'id' | 'sku', workspaceId: string, value: string): Promise<ProductRow | null> {
    if (this.#database.current() === null) {
      return column === 'id' ? this.#byId(workspaceId, value) : this.#bySku(workspaceId, value);
    }
    // Others that wait in the same tick are not part of this transaction.
    return (await this.#load(column, columns, workspaceId, [value])).get(value) ?? null;
  }

  async #load<Row extends ProductRow | ProductKeyRow>(
    column: 'id' | 'sku',
    { name, list }: ColumnList<Row>,
    workspaceId: string,
    values: readonly string[],
  ): Promise<ReadonlyMap<string, Row>> {
    const [value = ''] = values;
    const single = values.length === 1;
    const { rows } = await this.#database.query<Row>(
      `select ${list} from product where workspace_id = $1 and ${column} = ${single ? '$2' : 'any($2)'}`,
      [workspaceId, single ? value : values],
      // A list is planned for the table as it is (decision 12).
      single ? `product.${name}_by_${column}` : undefined,
    );
    return new Map(rows.map((row) => [row[column], row]));
  }
}
