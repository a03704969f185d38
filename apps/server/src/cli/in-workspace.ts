import type { Config } from '../config/index.ts';
import type { Container } from '../container.ts';
import { encodeId, type RequestContext, systemIds } from '../kernel/index.ts';
import { withInstallation } from './installation.ts';

/** Runs work in a workspace on behalf of the command line. @throws StartError; ApiError `not_found`. */
export function inWorkspace<T>(
  config: Config,
  slug: string,
  work: (container: Container, ctx: RequestContext) => Promise<T>,
): Promise<T> {
  return withInstallation(config, async (container) => {
    const workspace = await container.workspaces.get(slug);
    const actor = { type: 'cli', id: 'cli', name: 'Command line' } as const;
    return work(container, { workspace, actor, source: 'app', requestId: encodeId('request', systemIds.next()) });
  });
}
