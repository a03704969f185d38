import type { Transaction } from '../../../../storage/index.ts';
import { replaceSkus } from '../../state/associations.ts';
import type { UnitScope } from '../unit/product-unit.ts';
import { existingSkus } from '../unit/unit-loader.ts';
import { batchSize } from './rewrite-in-batches.ts';
import { RewriteQueue, type RewriteQueueOptions } from './rewrite-queue.ts';

/** Products whose associations one deletion changes itself; where there are more, a job changes all of them. */
export const maxReleasedAtOnce = batchSize;

const insertRemoval = `
  insert into association_removal (workspace_id, id, skus, after_id, created_at) values ($1, $2, $3, null, $4)`;

/** Leaves it to a job to remove the SKUs of deleted products from the associations of others. */
export async function requestAssociationRemoval(
  tx: Transaction,
  { ctx, ids, clock }: UnitScope,
  skus: readonly string[],
): Promise<void> {
  await tx.query(insertRemoval, [ctx.workspace.id, ids.next(), skus, clock.now()]);
}

/** Removes the SKUs of deleted products from the associations of others. */
export function createAssociationRemoval(options: RewriteQueueOptions) {
  return new RewriteQueue<{ readonly skus: string[] }>(options, {
    table: 'association_removal',
    actor: { id: 'associations', name: 'Associations after the deletion of products' },
    toRewrite: ({ skus }) => ({
      where: `p.associated_skus <> '{}' and p.associated_skus && $4::text[]`,
      values: [skus],
      change: {
        // A SKU that exists again by then may have been associated anew.
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
