import type { RequestContext, WorkspaceSettings } from '../../../../kernel/index.ts';
import type { Transaction } from '../../../../storage/index.ts';
import { type BatchOptions, batchSize } from './rewrite-in-batches.ts';
import { type Rewrite, rewriteProducts } from './rewrite-products.ts';

export interface RewriteQueueOptions extends BatchOptions {
  /** The settings of a workspace by id. */
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
}

/** What every table of pending rewrites has. */
interface PendingRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly after_id: string | null;
}

/** One kind of rewriting that a change leaves to a job. */
export interface RewriteKind<Row> {
  /** The table of what is pending: the columns of {@link PendingRow}, `created_at`, and those of its own. */
  readonly table: string;
  /** Who makes the versions of the products. */
  readonly actor: { readonly id: string; readonly name: string };
  readonly toRewrite: (row: Row) => Pick<Rewrite, 'where' | 'values' | 'change'>;
}

/** Rewrites what changes left behind, one batch per transaction, so that a crash costs one batch. */
export class RewriteQueue<Row> {
  readonly #options: RewriteQueueOptions;
  readonly #kind: RewriteKind<Row>;

  constructor(options: RewriteQueueOptions, kind: RewriteKind<Row>) {
    this.#options = options;
    this.#kind = kind;
  }

  /** Works until nothing is left that another worker does not have in hand. @returns batches done. */
  async drain(): Promise<number> {
    let batches = 0;
    while (await this.#options.database.retrying((tx) => this.#batch(tx))) batches += 1;
    return batches;
  }

  async #batch(tx: Transaction): Promise<boolean> {
    const { table, actor, toRewrite } = this.#kind;
    const claim = `select * from ${table} order by created_at limit 1 for update skip locked`;
    const [row] = (await tx.query<PendingRow & Row>(claim)).rows;
    if (row === undefined) return false;
    const { locks, catalog, clock, ids, workspace } = this.#options;
    await locks.share(row.workspace_id);
    const ctx: RequestContext = {
      workspace: await workspace(row.workspace_id),
      actor: { type: 'job', ...actor },
      source: 'job',
      requestId: row.id,
    };
    const scope = { ctx, catalog: await catalog.snapshot(row.workspace_id), clock, ids };
    const last = await rewriteProducts(tx, scope, {
      ...toRewrite(row),
      after: row.after_id,
      batchSize,
      maxBatches: 1,
    });
    const key = [row.workspace_id, row.id];
    if (last === null) await tx.query(`delete from ${table} where workspace_id = $1 and id = $2`, key);
    else await tx.query(`update ${table} set after_id = $3 where workspace_id = $1 and id = $2`, [...key, last]);
    return true;
  }
}
