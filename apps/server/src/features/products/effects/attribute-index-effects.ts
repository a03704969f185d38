import { forEachInSlices } from '../../../kernel/index.ts';
import { type Database, StatementParts, type Transaction } from '../../../storage/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import { usingAttribute } from '../list/conditions.ts';
import {
  attributeKeysOf,
  type IndexedNumber,
  indexedNumbersOf,
  orderedAttributesOf,
} from '../state/attribute-index.ts';
import { parseDocument } from '../state/product-document.ts';
import { removeNumbers, saveNumbers } from '../unit/product-numbers.sql.ts';
import { countUsers, updateKeys } from './index-attribute.sql.ts';
import type { CodeRef, IndexedSlice, ProductIndexing } from './product-changes.ts';
import { lockBatch } from './product-effects.statements.ts';
import { batchSize } from './rewrite-in-batches.ts';

export interface AttributeIndexOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** {@link ProductIndexing}, implemented with the keys and numbers that the write path stores for each product. */
export class AttributeIndexEffects implements ProductIndexing {
  readonly sliceSize = batchSize;
  readonly #options: AttributeIndexOptions;

  constructor(options: AttributeIndexOptions) {
    this.#options = options;
  }

  async count(workspaceId: string, code: string): Promise<number> {
    const [row] = await this.#options.database.run(countUsers, { workspaceId, code });
    return row?.number ?? 0;
  }

  async indexSlice(tx: Transaction, workspaceId: string, code: string, after: string | null): Promise<IndexedSlice> {
    const where = new StatementParts([usingAttribute(code)]);
    const range = { workspaceId, after: after ?? firstId, limit: batchSize };
    const rows = await tx.run(lockBatch(where.shape, where), { ...range, ...where.values });
    const catalog = await this.#options.catalog.snapshot(workspaceId);
    const ordered = orderedAttributesOf(catalog);
    const keys: { readonly id: string; readonly keys: readonly string[] }[] = [];
    const numbers: (IndexedNumber & { readonly productId: string })[] = [];
    await forEachInSlices(rows, (row) => {
      const document = parseDocument(row.document);
      keys.push({ id: row.id, keys: attributeKeysOf(document, catalog) });
      for (const number of indexedNumbersOf(document, ordered)) numbers.push({ ...number, productId: row.id });
    });
    if (rows.length > 0) await tx.run(updateKeys, { workspaceId, products: JSON.stringify(keys) });
    const ids = rows.map(({ id }) => id);
    if (ordered.length > 0) saveNumbers(tx, workspaceId, ids, numbers);
    return { done: rows.length, last: rows.length < batchSize ? null : (ids.at(-1) ?? null) };
  }

  async remove(workspaceId: string, { id }: CodeRef): Promise<void> {
    await this.#options.database.run(removeNumbers, { workspaceId, attributeId: id });
  }
}
