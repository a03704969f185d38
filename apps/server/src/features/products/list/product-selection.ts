import type { ProductSort } from '@product-content/contract';
import { readBatches, type Snapshot, StatementParts } from '../../../storage/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import type { ReaderContext } from '../read/product-reader.ts';
import { type ProductDocument, parseDocument } from '../state/product-document.ts';
import { namesCatalog, type SelectionInput, toSelectionConditions } from './conditions.ts';
import { orderOf, runsOf, wholeList } from './order.ts';
import { uncoveredBy } from './page-statement.ts';
import { countSelection, selectDocuments, selectReferences, selectUsedAttributes } from './product-list.statements.ts';

/** A set of products to read from first to last, however many there are. */
export interface Selection {
  /** The number of products, counted up to a limit. */
  count(on: Snapshot, limit?: number | null): Promise<number>;
  /** Codes of the attributes of which at least one product has a value, in any locale. */
  usedAttributes(on: Snapshot): Promise<ReadonlySet<string>>;
  /** All products as of one moment, in batches, in the selection's order. */
  batches(on: Snapshot, batchSize?: number): AsyncGenerator<ProductDocument[], void, undefined>;
}

/** Selects products and their order; by default by SKU, which does not change. */
export interface SortedSelectionInput extends SelectionInput {
  readonly sort?: ProductSort | undefined;
}

const bySku: ProductSort = { field: 'sku', descending: false };
const batchOf = 250;

/** Creates selections of products: the filters of lists, without pages. */
export class ProductSelector {
  readonly #catalog: CatalogReader;

  constructor({ catalog }: { readonly catalog: CatalogReader }) {
    this.#catalog = catalog;
  }

  /** The references of a number of the selection's products after a given one, by id. */
  async referencesAfter(
    { workspace }: ReaderContext,
    input: SelectionInput,
    { on, after, limit }: { readonly on: Snapshot; readonly after: string; readonly limit: number },
  ): Promise<{ readonly id: string; readonly sku: string }[]> {
    const catalog = namesCatalog(input.filter) ? await this.#catalog.snapshot(workspace.id) : null;
    const conditions = toSelectionConditions(input, catalog);
    if (conditions === null) return [];
    const where = new StatementParts(conditions);
    const parameters = { workspaceId: workspace.id, ...where.values, after, limit };
    return on.run(selectReferences(where.shape, where), parameters);
  }

  async select({ workspace }: ReaderContext, input: SortedSelectionInput): Promise<Selection> {
    const catalog = namesCatalog(input.filter) ? await this.#catalog.snapshot(workspace.id) : null;
    const conditions = toSelectionConditions(input, catalog);
    if (conditions === null) return nothing;
    const order = orderOf(workspace.defaultLocale, input.sort ?? bySku);
    const where = new StatementParts(conditions);
    const parameters = { workspaceId: workspace.id, ...where.values };
    return {
      async count(on, limit = null) {
        const [counted] = await on.run(countSelection(where.shape, where), { ...parameters, limit });
        return counted?.number ?? 0;
      },
      async usedAttributes(on) {
        const rows = await on.run(selectUsedAttributes(where.shape, where), parameters);
        return new Set(rows.map(({ code }) => code));
      },
      async *batches(on, batchSize = batchOf) {
        const runs = uncoveredBy(order, conditions).length === 0 ? runsOf(order, null) : [wholeList(order, null)];
        for (const run of runs) {
          const ofRun = new StatementParts([...conditions, ...run.conditions]);
          const statement = selectDocuments(`${ofRun.shape} ${order.name}`, { where: ofRun, order: run.order });
          for await (const rows of readBatches(
            on,
            statement,
            { workspaceId: workspace.id, ...ofRun.values },
            batchSize,
          )) {
            yield rows.map(({ document }) => parseDocument(document));
          }
        }
      },
    };
  }
}

const nothing: Selection = {
  count: async () => 0,
  usedAttributes: async () => new Set(),
  batches: async function* none() {},
};
