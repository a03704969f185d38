import { RewriteQueue, type RewriteQueueOptions } from './rewrite-queue.ts';

/** A variant without a category of its own has its parent's. */
const inCategories = `$4::uuid[] is null or p.category_id = any($4::uuid[]) or (p.category_id is null and p.parent_id in (
  select parent.id from product parent where parent.workspace_id = $1 and parent.category_id = any($4::uuid[])))`;

/** Recomputes the completeness that changes of the catalog left behind. */
export function createCompletenessRecompute(options: RewriteQueueOptions) {
  return new RewriteQueue<{ readonly category_ids: string[] | null }>(options, {
    table: 'completeness_recompute',
    actor: { id: 'completeness', name: 'Completeness after a change of the catalog' },
    toRewrite: ({ category_ids }) => ({
      where: inCategories,
      values: [category_ids],
      change: (document) => document,
    }),
  });
}
