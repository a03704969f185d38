export { createWorkspaces } from './create-workspaces.ts';
export { WorkspaceEntity } from './workspace.entity.ts';
export * from './workspace.schema.ts';
export { advanceCatalog, catalogVersionOf, hasContent, workspaceSettingsOf } from './workspace.sql.ts';
export { selectCatalogVersion } from './workspace.statements.ts';
export { WorkspaceRepository } from './workspaces.repository.ts';
export { WorkspaceService } from './workspaces.service.ts';
