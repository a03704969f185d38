import type { Ports } from '../ports.ts';
import { WorkspaceRepository } from './workspaces.repository.ts';
import { WorkspaceService } from './workspaces.service.ts';

/** The workspaces of an installation. Created before the ports, which need them. */
export function createWorkspaces({ database, clock, ids }: Pick<Ports, 'database' | 'clock' | 'ids'>) {
  return new WorkspaceService({ repository: new WorkspaceRepository(database), clock, ids });
}
