/** The attributes of a workspace, in the shape of the catalog in memory. */
export const attributesOfCatalog = (workspaceId: string) => `
  select id, code, label, type, localizable, required, is_unique as "isUnique", usable_as_axis as "usableAsAxis",
    filter_progress as "filterProgress",
    default_value as "defaultValue", options, validation, position
  from attribute where workspace_id = ${workspaceId}`;
