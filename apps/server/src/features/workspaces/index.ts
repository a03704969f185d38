export { createWorkspaces } from './create-workspaces.ts';
export * from './workspace.schema.ts';
export { catalogVersionOf } from './workspace-subqueries.sql.ts';
export { WorkspaceRepository } from './workspaces.repository.ts';
export { WorkspaceService } from './workspaces.service.ts';
