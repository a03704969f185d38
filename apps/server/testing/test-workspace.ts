import { randomBytes } from 'node:crypto';
import { type WorkspaceCreate, WorkspaceRepository, WorkspaceService } from '../src/features/workspaces/index.ts';
import { encodeId, type RequestContext, systemClock, systemIds, type WorkspaceSettings } from '../src/kernel/index.ts';
import type { Database } from '../src/storage/index.ts';

/** A workspace, by default with the locales en, de and fr and the currencies EUR and USD. */
export function createTestWorkspace(
  database: Database,
  input: Partial<WorkspaceCreate> = {},
): Promise<WorkspaceSettings> {
  const repository = new WorkspaceRepository(database);
  const service = new WorkspaceService({ repository, clock: systemClock, ids: systemIds });
  const slug = `test-${randomBytes(6).toString('hex')}`;
  return service.create({ slug, name: slug, locales: ['en', 'de', 'fr'], currencies: ['EUR', 'USD'], ...input });
}

/** The context of a request with an API key of the workspace. */
export function createTestContext(
  workspace: WorkspaceSettings,
  overrides: Partial<RequestContext> = {},
): RequestContext {
  return {
    workspace,
    actor: { type: 'key', id: encodeId('apiKey', systemIds.next()), name: 'test key' },
    source: 'api',
    requestId: encodeId('request', systemIds.next()),
    ifMatch: null,
    ...overrides,
  };
}
