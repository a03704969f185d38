import { sqlStatement } from '../../storage/index.ts';

/** Makes the rows over which writers of products spread their change counts. */
export const insertChangeSlots = sqlStatement({
  name: 'workspace_change.insert',
  parameters: { workspaceId: 'uuid', slots: 'integer' },
  row: {},
  text: `
    insert into workspace_change (workspace_id, slot)
    select $workspaceId, slot from generate_series(0, $slots::integer - 1) as slot`,
});
