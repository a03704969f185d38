/** The collections of a workspace, as the catalog in memory has them. */
export const collectionsOfCatalog = (workspaceId: string) =>
  `select id, code, name from collection where workspace_id = ${workspaceId} order by position, code`;
