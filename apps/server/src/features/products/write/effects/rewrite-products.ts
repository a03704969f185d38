import { forEachInSlices, type RequestContext } from '../../../../kernel/index.ts';
import type { SqlParameter, Transaction } from '../../../../storage/index.ts';
import type { ProductDocument } from '../../state/product-document.ts';
import { ProductUnit, type UnitScope } from '../unit/product-unit.ts';
import type { StoredProductRow } from '../unit/unit-entry.ts';
import { addRows, loadFollowers, loadParents } from '../unit/unit-loader.ts';
import { type PersistOptions, persistUnit } from '../unit/unit-persister.ts';

/** The product as it shall be; the same object leaves it, but for what follows from the catalog. */
type Change = (document: ProductDocument) => ProductDocument;

/** Which products to rewrite and how. */
export interface Rewrite extends PersistOptions {
  /** A condition on `product p`. `$1` is the workspace; its own parameters start at `$4`. */
  readonly where: string;
  readonly values: readonly SqlParameter[];
  /** How each product changes; or what decides that in each batch, once its products are locked. */
  readonly change: Change | { onceLocked(tx: Transaction, scope: UnitScope): Promise<Change> };
  /** Products in memory at once. */
  readonly batchSize?: number;
  /** Where to go on: the last product done, of an earlier run. */
  readonly after?: string | null;
  /** Batches to do at most; default all. */
  readonly maxBatches?: number;
  /** Leaves the last products alone when they do not fill a batch. */
  readonly wholeBatches?: boolean;
}

const smallestId = '00000000-0000-0000-0000-000000000000';

/**
 * Rewrites many products in batches, in the order of their ids, within the running transaction. Each product that
 * changes gets a version and its events; memory is bounded by the batch.
 *
 * @returns the last product looked at, or null when there is nothing left to do.
 */
export async function rewriteProducts(tx: Transaction, scope: UnitScope, rewrite: Rewrite): Promise<string | null> {
  const { batchSize = 1_000, maxBatches = Number.POSITIVE_INFINITY, wholeBatches = false } = rewrite;
  let after = rewrite.after ?? smallestId;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const rows = await selectBatch(tx, scope.ctx, rewrite, after, batchSize);
    if (rows.length === 0 || (wholeBatches && rows.length < batchSize)) return null;
    const unit = new ProductUnit(scope);
    await addRows(unit, { rows });
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

async function selectBatch(
  tx: Transaction,
  ctx: RequestContext,
  { where, values }: Rewrite,
  after: string,
  batchSize: number,
): Promise<StoredProductRow[]> {
  const text = `
    select p.id, p.document, p.completeness_details from product p
    where p.workspace_id = $1 and p.id > $2 and (${where})
    order by p.id limit $3 for no key update of p`;
  const { rows } = await tx.query<StoredProductRow>(text, [ctx.workspace.id, after, batchSize, ...values]);
  return rows;
}
