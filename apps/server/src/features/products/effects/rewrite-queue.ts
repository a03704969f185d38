import type { RequestContext, WorkspaceSettings } from '../../../kernel/index.ts';
import { drainBatches, type Statement, type Transaction } from '../../../storage/index.ts';
import { type BatchOptions, batchSize } from './rewrite-in-batches.ts';
import { type Rewrite, rewriteProducts } from './rewrite-products.ts';

export interface RewriteQueueOptions extends BatchOptions {
  /** The settings of a workspace by id. */
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
}

/** Work that a change has left to a job. */
export interface PendingWork {
  readonly workspaceId: string;
  readonly id: string;
  /** The last product done. */
  readonly afterId: string | null;
}

type Key = Pick<PendingWork, 'workspaceId' | 'id'>;

/** One kind of rewriting that a change leaves to a job. */
export interface RewriteKind<Work extends PendingWork> {
  readonly pending: {
    readonly claim: Statement<object, Work>;
    readonly advance: Statement<Key & { readonly afterId: string }, object>;
    readonly finish: Statement<Key, object>;
  };
  /** The author of the new product versions. */
  readonly actor: { readonly id: string; readonly name: string };
  readonly toRewrite: (work: Work) => Pick<Rewrite, 'where' | 'change'>;
}

/** Processes work that changes have left, one batch per transaction, so that a crash costs one batch. */
export class RewriteQueue<Work extends PendingWork> {
  readonly #options: RewriteQueueOptions;
  readonly #kind: RewriteKind<Work>;

  constructor(options: RewriteQueueOptions, kind: RewriteKind<Work>) {
    this.#options = options;
    this.#kind = kind;
  }

  /** Works until everything is done that no other worker has claimed. @returns the number of batches. */
  drain(signal?: AbortSignal): Promise<number> {
    return drainBatches(this.#options.database, (tx) => this.#batch(tx), signal);
  }

  async #batch(tx: Transaction): Promise<boolean> {
    const { pending, actor, toRewrite } = this.#kind;
    const [row] = await tx.run(pending.claim, {});
    if (row === undefined) return false;
    const { locks, catalog, clock, ids, workspace } = this.#options;
    await locks.share(row.workspaceId);
    const ctx: RequestContext = {
      workspace: await workspace(row.workspaceId),
      actor: { type: 'job', ...actor },
      source: 'job',
      requestId: row.id,
    };
    const scope = { ctx, catalog: await catalog.snapshot(row.workspaceId), clock, ids };
    const last = await rewriteProducts(tx, scope, {
      ...toRewrite(row),
      after: row.afterId,
      batchSize,
      maxBatches: 1,
    });
    const key = { workspaceId: row.workspaceId, id: row.id };
    if (last === null) await tx.run(pending.finish, key);
    else await tx.run(pending.advance, { ...key, afterId: last });
    return true;
  }
}
