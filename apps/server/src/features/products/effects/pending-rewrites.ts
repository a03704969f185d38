import type { Transaction } from '../../../storage/index.ts';
import { associatedWithAny, inCategories } from '../list/conditions.ts';
import { replaceSkus } from '../state/associations.ts';
import type { UnitScope } from '../unit/product-unit.ts';
import { existingSkus } from '../unit/unit-loader.ts';
import { pendingRecomputes, pendingRemovals } from './product-effects.sql.ts';
import { insertRemoval } from './product-effects.statements.ts';
import { batchSize } from './rewrite-in-batches.ts';
import { RewriteQueue, type RewriteQueueOptions } from './rewrite-queue.ts';

/** Products whose associations a deletion changes itself; if there are more, a job changes all of them. */
export const maxReleasedPerBatch = batchSize;

/** Requests a job that removes the SKUs of deleted products from the associations of others. */
export async function requestAssociationRemoval(
  tx: Transaction,
  { ctx, ids, clock }: UnitScope,
  skus: readonly string[],
): Promise<void> {
  await tx.run(insertRemoval, { workspaceId: ctx.workspace.id, id: ids.next(), skus, at: clock.now() });
}

/** Removes the SKUs of deleted products from the associations of others. */
export function createAssociationRemoval(options: RewriteQueueOptions) {
  return new RewriteQueue(options, {
    pending: pendingRemovals,
    actor: { id: 'associations', name: 'Associations after the deletion of products' },
    toRewrite: ({ skus }) => ({
      where: [associatedWithAny(skus)],
      change: {
        // A SKU that exists again by then may have new associations.
        async onceLocked(tx, { ctx }) {
          const gone = new Set(skus).difference(await existingSkus(tx, ctx.workspace.id, skus));
          return (document) => ({
            ...document,
            associations: replaceSkus(document.associations, (sku) => (gone.has(sku) ? null : sku)),
          });
        },
      },
    }),
  });
}

/** Recomputes the completeness that catalog changes have made outdated. */
export function createCompletenessRecompute(options: RewriteQueueOptions) {
  return new RewriteQueue(options, {
    pending: pendingRecomputes,
    actor: { id: 'completeness', name: 'Completeness after a change of the catalog' },
    toRewrite: ({ categoryIds }) => ({
      where: categoryIds === null ? [] : [inCategories(categoryIds)],
      change: (document) => document,
    }),
  });
}
