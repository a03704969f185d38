import { sqlStatement } from '../../storage/index.ts';

/** Writes the options of attributes: `[{"id": …, "options": […]}]`. */
export const setOptions = sqlStatement({
  name: 'attribute.set-options',
  parameters: { workspaceId: 'uuid', changes: 'jsonb', at: 'timestamptz' },
  row: {},
  text: `
    update attribute set options = changed.options, updated_at = $at
    from jsonb_to_recordset($changes) as changed (id uuid, options jsonb)
    where attribute.workspace_id = $workspaceId and attribute.id = changed.id`,
});

/** The attributes of a workspace, as the catalog in memory has them. */
export const attributesOfCatalog = (workspaceId: string) => `
  select id, code, label, type, localizable, required, is_unique as "isUnique", usable_as_axis as "usableAsAxis",
    filter_progress as "filterProgress",
    default_value as "defaultValue", options, validation, position
  from attribute where workspace_id = ${workspaceId}`;
