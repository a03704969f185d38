import { sqlStatement } from '../../storage/index.ts';

/** Rows that count the changes of a workspace, several so that parallel writers rarely wait for the same one. */
export const changeSlots = 8;

/** Counts a change of the workspace `$workspaceId`, as the last part of a statement. */
export const countChange = (kind: 'products' | 'assets', slot: string) => `
  insert into workspace_change (workspace_id, slot, ${kind}) values ($workspaceId, ${slot}, 1)
  on conflict (workspace_id, slot) do update set ${kind} = workspace_change.${kind} + 1`;

/** A change of the workspace's assets. */
export const countAssetChange = sqlStatement({
  name: 'workspace_change.assets',
  parameters: { workspaceId: 'uuid' },
  row: {},
  text: countChange('assets', '0'),
});

/** A subquery in parentheses: a number that changes with every change of a workspace's products, or of its assets. */
export const changesOf = (kind: 'products' | 'assets', workspaceId: string) => `(
  select coalesce(sum(c.${kind}), 0) from workspace_change c where c.workspace_id = ${workspaceId})`;
