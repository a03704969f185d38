import type { OutboxFollower } from '../../storage/index.ts';

/** The versions of a deleted product are kept for its last events, and go with them. */
export const productVersionFollower: OutboxFollower = {
  sweep: `
    delete from product_version v using swept s
    where s.type = 'product.deleted' and v.workspace_id = $workspaceId and v.product_id = s.subject_id`,
};
