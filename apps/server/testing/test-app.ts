import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allScopes, apiPrefix, type Scope } from '@product-content/contract';
import { type Config, readConfig } from '../src/config/index.ts';
import { type Container, createContainer } from '../src/container.ts';
import { startHttpServer } from '../src/http/index.ts';
import { silentLogger, type WorkspaceSettings } from '../src/kernel/index.ts';
import { createMigratedDatabase } from './test-database.ts';
import { createTestWorkspace } from './test-workspace.ts';

/** The whole API over HTTP on a dedicated database, each response checked against the contract. */
export interface TestApp {
  /** `http://127.0.0.1:…/api/v1`. */
  readonly baseUrl: string;
  readonly container: Container;
  /** Connection URL of its database. */
  readonly databaseUrl: string;
  readonly workspace: WorkspaceSettings;
  /** The text of a key of {@link workspace} with all scopes. */
  readonly key: string;
  /** Creates a further key, of another workspace if one is given. */
  createKey(scopes?: readonly Scope[], workspace?: WorkspaceSettings): Promise<string>;
  stop(): Promise<void>;
}

/**
 * @param settings beside the defaults: `{ rateLimit: 5 }`; without it no test meets the rate limit. `databaseUrl` of
 *   another test's app makes it a second process on that database.
 *
 * @example
 * let app: TestApp;
 * beforeAll(async () => { app = await startTestApp(); });
 * afterAll(() => app.stop());
 */
export async function startTestApp(settings: Partial<Config> = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-content-test-'));
  const config = { ...readConfig({ RATE_LIMIT: '100000', DATA_DIR: dataDir }), ...settings };
  const { url: databaseUrl, drop } =
    config.databaseUrl === null ? await createMigratedDatabase() : { url: config.databaseUrl, drop: async () => {} };
  let origin = '';
  const container = await createContainer({
    config,
    logger: silentLogger,
    databaseUrl,
    publicUrl: () => config.publicUrl ?? origin,
    validateResponses: true,
  });
  const server = await startHttpServer(container.createApp(), { host: '127.0.0.1', port: 0 });
  origin = server.origin;
  const workspace = await createTestWorkspace(container.database);
  const createKey = async (scopes: readonly Scope[] = allScopes, owner = workspace) => {
    const { key } = await container.keys.create(owner, { name: 'test', scopes: [...scopes], expiresAt: null });
    return key;
  };
  return {
    baseUrl: origin + apiPrefix,
    container,
    databaseUrl,
    workspace,
    key: await createKey(),
    createKey,
    async stop() {
      await server.drain({ graceMs: 0 });
      await container.close();
      await drop({ force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
