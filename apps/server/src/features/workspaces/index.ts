export { createWorkspaces } from './create-workspaces.ts';
export * from './workspace.schema.ts';
export { advanceCatalog, selectCatalogVersion } from './workspace.statements.ts';
export { catalogVersionOf, workspaceSettingsOf, workspaceSlugOf } from './workspace-subqueries.sql.ts';
export { WorkspaceRepository } from './workspaces.repository.ts';
export { WorkspaceService } from './workspaces.service.ts';
