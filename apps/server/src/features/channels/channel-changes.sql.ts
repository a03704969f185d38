import type { OutboxFollower } from '../../storage/index.ts';

/** Every change of a product appends an event: where there are channels, it is marked for them too. */
export const channelChangeFollower: OutboxFollower = {
  change: `
    insert into channel_change (workspace_id, product_id, with_variants)
    select distinct a.workspace_id, a.subject_id, true from appended a
    where a.type like 'product.%' and exists (select from channel c where c.workspace_id = a.workspace_id)`,
};
