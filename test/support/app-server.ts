import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { allScopes, type Scope } from '@product-content/contract';
import {
  createTestDatabase,
  createTestKey,
  createTestWorkspace,
  revokeTestKey,
  type TestDatabase,
  type TestKey,
} from '@product-content/server/testing';
import { afterAll, afterEach } from 'vitest';
import { type Api, createApi } from './app/api.ts';
import { type AppProcess, type ProcessEnd, spawnApp } from './app/app-process.ts';

export * from './app/answer.ts';
export type { Api, SendOptions } from './app/api.ts';
export type { ProcessEnd } from './app/app-process.ts';

export type Workspace = Awaited<ReturnType<typeof createTestWorkspace>>;
type WorkspaceInput = Parameters<typeof createTestWorkspace>[1];

export interface AppOptions {
  /** Settings beside those every test needs, and over them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Changes the database URL the server gets, to put something between the two. */
  readonly databaseUrl?: (url: string) => string;
}

/** The real server in a process of its own, on a database of its own. It is stopped after the test file. */
export interface App {
  /** `http://127.0.0.1:<port>/api/v1`; the same after a restart. */
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** Looks into the server's tables. */
  query<Row extends object>(text: string, values?: readonly (string | number | null)[]): Promise<Row[]>;
  /** Requests with a key, or without one (null). */
  api(key: string | null): Api;
  /** A workspace with the locales en, de and fr and the currencies EUR and USD, unless told otherwise. */
  createWorkspace(input?: WorkspaceInput): Promise<Workspace>;
  /** A key of the workspace; `expiresAt` may be in the past. Without scopes: all of them. */
  createKey(workspace: Workspace, scopes?: readonly Scope[], options?: { expiresAt?: Date }): Promise<TestKey>;
  revokeKey(id: string): Promise<void>;
  /** Signals the process and waits for its end. */
  kill(signal: NodeJS.Signals): Promise<ProcessEnd>;
  /** Starts it again on the same port, after it has ended; kills it first when it has not. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  isAlive(): boolean;
  /** Bytes of memory its process has in use now; null where the system does not tell. */
  residentMemory(): Promise<number | null>;
  /** What it has written since this was asked last. */
  takeLog(): string;
  /** Ends the process and drops the database. */
  stop(): Promise<void>;
}

const running = new Set<App>();

afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const app of running) {
    const log = app.takeLog();
    if (log !== '') process.stderr.write(`The server wrote meanwhile:\n${log}\n`);
  }
});

afterAll(async () => {
  for (const app of running) await app.stop();
});

/**
 * Starts the server on a migrated database.
 *
 * @example
 * let app: App;
 * beforeAll(async () => { app = await startApp({ env: { RATE_LIMIT: '100000' } }); });
 * @throws Error with the server's log when it does not come up.
 */
export async function startApp({ env = {}, databaseUrl = (url) => url }: AppOptions = {}): Promise<App> {
  const database = await createTestDatabase({ poolSize: 2 });
  const dataFolder = await mkdtemp(join(tmpdir(), 'product-content-app-'));
  const settings = {
    PORT: '0',
    DATA_DIR: dataFolder,
    DATABASE_URL: databaseUrl(database.url),
    SEED: 'none',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const release = async () => {
    await database.drop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    const app = createApp({ database, settings, release }, await spawnApp(settings));
    running.add(app);
    return app;
  } catch (error) {
    await release();
    throw error;
  }
}

interface Surroundings {
  readonly database: TestDatabase;
  readonly settings: Readonly<Record<string, string>>;
  release(): Promise<void>;
}

function createApp({ database: test, settings, release }: Surroundings, first: AppProcess): App {
  const { baseUrl } = first;
  let current = first;
  const app: App = {
    baseUrl,
    databaseUrl: test.url,
    query: async (text, values = []) => (await test.database.query<never>(text, values)).rows,
    api: (key) => createApi(baseUrl, key),
    createWorkspace: (input) => createTestWorkspace(test.database, input),
    createKey: (workspace, scopes = allScopes, options = {}) =>
      createTestKey(test.database, workspace, { scopes, ...options }),
    revokeKey: (id) => revokeTestKey(test.database, id),
    kill: (signal) => current.kill(signal),
    async restart(env = {}) {
      await current.kill('SIGKILL');
      current = await spawnApp({ ...settings, PORT: new URL(baseUrl).port, ...env });
    },
    isAlive: () => current.isAlive(),
    residentMemory: () => current.residentMemory(),
    takeLog: () => current.takeLog(),
    async stop() {
      if (!running.delete(app)) return;
      await current.kill('SIGKILL');
      await release();
    },
  };
  return app;
}
