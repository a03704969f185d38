import { forEachInSlices } from '../../../kernel/index.ts';
import { StatementParts, type Transaction } from '../../../storage/index.ts';
import type { Condition } from '../list/conditions.ts';
import type { ProductDocument } from '../state/product-document.ts';
import { ProductUnit, type UnitScope } from '../unit/product-unit.ts';
import { addRows, loadFollowers, loadParents } from '../unit/unit-loader.ts';
import { type PersistOptions, persistUnit } from '../unit/unit-persister.ts';
import { lockBatch } from './product-effects.statements.ts';

/** Returns the changed product; returning the same object changes only what follows from the catalog. */
type Change = (document: ProductDocument) => ProductDocument;

/** Which products to rewrite and how. */
export interface Rewrite extends PersistOptions {
  /** All conditions must hold. */
  readonly where: readonly Condition[];
  /** The change to each product; or a function that decides it for each batch, once its products are locked. */
  readonly change: Change | { onceLocked(tx: Transaction, scope: UnitScope): Promise<Change> };
  /** Products in memory at once. */
  readonly batchSize?: number;
  /** The last product done by an earlier run, after which to continue. */
  readonly after?: string | null;
  /** Maximum number of batches; default all. */
  readonly maxBatches?: number;
  /** Skips the last products if they do not fill a batch. */
  readonly wholeBatches?: boolean;
}

const smallestId = '00000000-0000-0000-0000-000000000000';

/**
 * Rewrites many products in batches, in the order of their ids, within the running transaction. Each product that
 * changes gets a version and its events; memory is bounded by the batch.
 *
 * @returns the last product processed, or null when there is nothing left to do.
 */
export async function rewriteProducts(tx: Transaction, scope: UnitScope, rewrite: Rewrite): Promise<string | null> {
  const { batchSize = 1_000, maxBatches = Number.POSITIVE_INFINITY, wholeBatches = false } = rewrite;
  const where = new StatementParts(rewrite.where);
  const statement = lockBatch(where.shape, where);
  let after = rewrite.after ?? smallestId;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const range = { workspaceId: scope.ctx.workspace.id, after, limit: batchSize };
    const rows = await tx.run(statement, { ...range, ...where.values });
    if (rows.length === 0 || (wholeBatches && rows.length < batchSize)) return null;
    const unit = new ProductUnit(scope);
    await addRows(unit, rows);
    await loadParents(tx, unit);
    const change = typeof rewrite.change === 'function' ? rewrite.change : await rewrite.change.onceLocked(tx, scope);
    await forEachInSlices(rows, ({ id }) => {
      const entry = unit.byId(id);
      if (entry !== undefined) unit.revise(entry, change(entry.current));
    });
    await loadFollowers(tx, unit);
    await unit.settle();
    await persistUnit(tx, unit, rewrite);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batchSize) return null;
  }
  return after;
}
