import type { ProductSort } from '@product-content/contract';
import { readBatches, type Snapshot } from '../../../../storage/index.ts';
import type { CatalogReader } from '../../../catalog/index.ts';
import { type ProductDocument, parseDocument } from '../../state/product-document.ts';
import { namesCatalog } from '../list/conditions.ts';
import { orderBy, orderOf } from '../list/order.ts';
import { type Statement, whereClause } from '../list/statement.ts';
import type { ReaderContext } from '../product-reader.ts';
import { type SelectionInput, toSelectionConditions } from './selection-statement.ts';

/** Products to be read from first to last, however many there are. */
export interface Selection {
  /** How many there are, counted up to a limit. */
  count(on: Snapshot, limit?: number): Promise<number>;
  /** Codes of the attributes that one of them has a value of, in any locale. */
  usedAttributes(on: Snapshot): Promise<ReadonlySet<string>>;
  /** All of them as they are at one moment, in batches, in the selection's order. */
  batches(on: Snapshot, batchSize?: number): AsyncGenerator<ProductDocument[], void, undefined>;
}

/** Which products, and in which order; by default that of their SKUs, which does not change. */
export interface SortedSelectionInput extends SelectionInput {
  readonly sort?: ProductSort | undefined;
}

const bySku: ProductSort = { field: 'sku', descending: false };
const batchOf = 250;

/** Makes selections of products: the filters of lists, without pages. */
export class ProductSelector {
  readonly #catalog: CatalogReader;

  constructor({ catalog }: { readonly catalog: CatalogReader }) {
    this.#catalog = catalog;
  }

  async select({ workspace }: ReaderContext, input: SortedSelectionInput): Promise<Selection> {
    const catalog = namesCatalog(input.filter) ? await this.#catalog.snapshot(workspace.id) : null;
    const conditions = toSelectionConditions(input, catalog);
    if (conditions === null) return nothing;
    const order = orderBy(orderOf(input.sort ?? bySku));
    const where = whereClause(workspace.id, conditions);
    return {
      count: (on, limit) => count(on, where, limit),
      usedAttributes: (on) => usedAttributes(on, where),
      batches: (on, batchSize = batchOf) => batches(on, where, order, batchSize),
    };
  }
}

const nothing: Selection = {
  count: async () => 0,
  usedAttributes: async () => new Set(),
  batches: async function* none() {},
};

async function count(on: Snapshot, where: Statement, limit: number | undefined): Promise<number> {
  const text =
    limit === undefined
      ? `select count(*)::int as number from product where ${where.text}`
      : `select count(*)::int as number from (select from product where ${where.text} limit ${limit}) counted`;
  const { rows } = await on.query<{ number: number }>(text, where.values);
  return rows[0]?.number ?? 0;
}

async function usedAttributes(on: Snapshot, where: Statement): Promise<ReadonlySet<string>> {
  // A key with an option is beside the one without.
  const text = `
    select distinct code from (select unnest(attribute_keys) as code from product where ${where.text}) used
    where strpos(code, '=') = 0`;
  const { rows } = await on.query<{ code: string }>(text, where.values);
  return new Set(rows.map(({ code }) => code));
}

async function* batches(
  on: Snapshot,
  where: Statement,
  order: string,
  batchSize: number,
): AsyncGenerator<ProductDocument[], void, undefined> {
  const text = `select document from product where ${where.text} order by ${order}`;
  for await (const rows of readBatches<{ document: string }>(on, text, where.values, batchSize)) {
    yield rows.map(({ document }) => parseDocument(document));
  }
}
