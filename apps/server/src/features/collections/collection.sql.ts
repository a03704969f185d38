/** The collections of a workspace, in the shape of the catalog in memory. */
export const collectionsOfCatalog = (workspaceId: string) =>
  `select id, code, name from collection where workspace_id = ${workspaceId} order by position, code`;
