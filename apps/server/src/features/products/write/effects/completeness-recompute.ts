import type { Clock, IdSource, RequestContext, WorkspaceSettings } from '../../../../kernel/index.ts';
import type { Database, Transaction } from '../../../../storage/index.ts';
import type { CatalogLocks, CatalogReader } from '../../../catalog/index.ts';
import { rewriteProducts } from './rewrite-products.ts';

export interface CompletenessRecomputeOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly locks: CatalogLocks;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The settings of a workspace by id. */
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
}

interface PendingRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly category_ids: string[] | null;
  readonly after_id: string | null;
}

const claim = `
  select workspace_id, id, category_ids, after_id from completeness_recompute
  order by created_at limit 1 for update skip locked`;

/** A variant without a category of its own has its parent's. */
const inCategories = `$4::uuid[] is null or p.category_id = any($4::uuid[]) or (p.category_id is null and p.parent_id in (
  select parent.id from product parent where parent.workspace_id = $1 and parent.category_id = any($4::uuid[])))`;

/** Recomputes what changes of the catalog left behind, one batch a transaction, so that a crash costs one batch. */
export class CompletenessRecompute {
  readonly #options: CompletenessRecomputeOptions;

  constructor(options: CompletenessRecomputeOptions) {
    this.#options = options;
  }

  /** Works until nothing is left that another worker does not have in hand. @returns batches done. */
  async drain(): Promise<number> {
    let batches = 0;
    while (await this.#options.database.retrying((tx) => this.#batch(tx))) batches += 1;
    return batches;
  }

  async #batch(tx: Transaction): Promise<boolean> {
    const [row] = (await tx.query<PendingRow>(claim)).rows;
    if (row === undefined) return false;
    const { locks, catalog, clock, ids, workspace } = this.#options;
    await locks.share(row.workspace_id);
    const ctx: RequestContext = {
      workspace: await workspace(row.workspace_id),
      actor: { type: 'job', id: 'completeness', name: 'Completeness after a change of the catalog' },
      source: 'job',
      requestId: row.id,
    };
    const scope = { ctx, catalog: await catalog.snapshot(row.workspace_id), clock, ids };
    const last = await rewriteProducts(tx, scope, {
      where: inCategories,
      values: [row.category_ids],
      change: (document) => document,
      after: row.after_id,
      batchSize: 500,
      maxBatches: 1,
    });
    await this.#note(tx, row, last);
    return true;
  }

  async #note(tx: Transaction, row: PendingRow, last: string | null): Promise<void> {
    const key = [row.workspace_id, row.id];
    if (last === null) await tx.query('delete from completeness_recompute where workspace_id = $1 and id = $2', key);
    else
      await tx.query('update completeness_recompute set after_id = $3 where workspace_id = $1 and id = $2', [
        ...key,
        last,
      ]);
  }
}
