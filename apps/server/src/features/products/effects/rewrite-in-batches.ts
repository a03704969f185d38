import type { Clock, IdSource, RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { CatalogLocks, CatalogReader, CatalogSnapshot } from '../../catalog/index.ts';
import { type Rewrite, rewriteProducts } from './rewrite-products.ts';

export interface BatchOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly locks: CatalogLocks;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Products rewritten in one transaction: about a fifth of a second of work. */
export const batchSize = 500;

/**
 * Rewrites very many products in separate transactions, each short enough for other writers to continue. If it is
 * interrupted, some products are done; it can be repeated.
 *
 * @param isPossible called before each batch, because the catalog may change between them.
 */
export async function rewriteInBatches(
  { database, catalog, locks, clock, ids }: BatchOptions,
  ctx: RequestContext,
  rewrite: Rewrite,
  isPossible: (catalog: CatalogSnapshot) => boolean = () => true,
): Promise<void> {
  const rewriteBatch = (after: string | null) =>
    database.retrying(async (tx) => {
      await locks.share(ctx.workspace.id);
      const scope = { ctx, catalog: await catalog.snapshot(ctx.workspace.id), clock, ids };
      return isPossible(scope.catalog)
        ? rewriteProducts(tx, scope, { ...rewrite, batchSize, maxBatches: 1, after })
        : null;
    });
  let after = await rewriteBatch(null);
  while (after !== null) after = await rewriteBatch(after);
}
