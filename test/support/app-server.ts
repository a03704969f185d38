import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allScopes, type Scope } from '@product-content/contract';
import {
  createTestDatabase,
  createTestKey,
  createTestWorkspace,
  revokeTestKey,
  type TestDatabase,
  type TestKey,
} from '@product-content/server/testing';
import { type Api, createApi } from './app/api.ts';
import { type AppProcess, type ProcessEnd, spawnApp } from './app/app-process.ts';
import { openApps } from './app/open-apps.ts';
import { cleanUpAfterwards } from './clean-up/clean-up.ts';
import { takePort } from './ports.ts';

export type { Api, SendOptions } from './app/api.ts';
export * from './app/api-response.ts';
export type { ProcessEnd } from './app/app-process.ts';

export type Workspace = Awaited<ReturnType<typeof createTestWorkspace>>;
type WorkspaceInput = Parameters<typeof createTestWorkspace>[1];
type Settings = Readonly<Record<string, string>>;

/** The real server in a process, and the database it works on. */
export interface App {
  /** `http://127.0.0.1:<port>/api/v1`. */
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** Looks into the server's tables. Other test files leave rows there too: ask for those of your workspace. */
  query<Row extends object>(text: string, values?: readonly (string | number | null)[]): Promise<Row[]>;
  /** Requests with a key, or without one (null). */
  api(key: string | null): Api;
  /** A workspace with the locales en, de and fr and the currencies EUR and USD, unless told otherwise. */
  createWorkspace(input?: WorkspaceInput): Promise<Workspace>;
  /** A key of the workspace; `expiresAt` may be in the past. Without scopes: all of them. */
  createKey(workspace: Workspace, scopes?: readonly Scope[], options?: { expiresAt?: Date }): Promise<TestKey>;
  revokeKey(id: string): Promise<void>;
  isAlive(): boolean;
  /** What the server has written since this was asked last, or since this test file began. */
  takeLog(): string;
}

/** A server, and a database, that one test file has to itself. */
export interface OwnApp extends App {
  /** Signals the process and waits for its end. */
  kill(signal: NodeJS.Signals): Promise<ProcessEnd>;
  /**
   * Starts it again on the same port, after it has ended; kills it first when it has not.
   *
   * @param program the main module of another version of it.
   */
  restart(env?: Settings, program?: string): Promise<void>;
  /** Bytes of memory its process has in use now; null where the system does not tell. */
  residentMemory(): Promise<number | null>;
  /** Ends the process and drops the database. Done after the last test of the file at the latest. */
  stop(): Promise<void>;
}

export interface AppOptions {
  /** Settings beside those every test needs, and over them. */
  readonly env?: Settings;
  /** Changes the database URL the server gets, to put something between the two. */
  readonly databaseUrl?: (url: string) => string;
}

/** Settings that test files have in common. A worker has at most one server for each combination. */
export interface SharedSettings {
  /** The server runs no background jobs. */
  readonly ROLE?: 'api';
  /** Webhooks and downloads may go to this machine. */
  readonly WEBHOOK_ALLOW_PRIVATE?: 'true';
}

const shared = new Map<string, Promise<OwnApp>>();

/**
 * The running server of this worker, for test files that do not end it or change its settings. Its rate limit is out of
 * reach. The first file that asks for it starts it, which takes two seconds; it ends with the worker. Create a
 * workspace in each test file or test: what other files leave in theirs does not show in yours.
 *
 * @example
 * let app: App;
 * beforeAll(async () => { app = await sharedApp(); });
 */
export async function sharedApp(settings: SharedSettings = {}): Promise<App> {
  const name = JSON.stringify(Object.entries(settings).sort());
  let app = await shared.get(name);
  if (app === undefined || !app.isAlive()) {
    const starting = launchApp({ env: { RATE_LIMIT: '100000', ...settings } });
    shared.set(name, starting);
    app = await starting;
  }
  app.takeLog();
  openApps.add({ takeLog: app.takeLog });
  return app;
}

/**
 * Starts a server, on a database of its own, for a test file that ends it, changes its settings or puts something
 * between it and its database. All others use {@link sharedApp}.
 *
 * @throws Error with the server's log when it does not come up.
 */
export async function startApp(options: AppOptions = {}): Promise<OwnApp> {
  const app = await launchApp(options);
  openApps.add({ takeLog: app.takeLog, stop: app.stop });
  return app;
}

async function launchApp({ env = {}, databaseUrl = (url) => url }: AppOptions): Promise<OwnApp> {
  const database = await createTestDatabase({ poolSize: 2 });
  const dataFolder = await mkdtemp(join(tmpdir(), 'product-content-app-'));
  const forget = cleanUpAfterwards({ folder: dataFolder });
  const settings = {
    PORT: String(await takePort()),
    DATA_DIR: dataFolder,
    DATABASE_URL: databaseUrl(database.url),
    SEED: 'none',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const release = async () => {
    await database.drop();
    await rm(dataFolder, { recursive: true, force: true });
    forget();
  };
  try {
    return createApp(database, settings, await spawnApp(settings), release);
  } catch (error) {
    await release();
    throw error;
  }
}

function createApp(
  { database, url }: TestDatabase,
  settings: Settings,
  first: AppProcess,
  release: () => Promise<void>,
): OwnApp {
  const { baseUrl } = first;
  let current = first;
  let stopping: Promise<void> | undefined;
  return {
    baseUrl,
    databaseUrl: url,
    query: async (text, values = []) => (await database.query<never>(text, values)).rows,
    api: (key) => createApi(baseUrl, key),
    createWorkspace: (input) => createTestWorkspace(database, input),
    createKey: (workspace, scopes = allScopes, options = {}) =>
      createTestKey(database, workspace, { scopes, ...options }),
    revokeKey: (id) => revokeTestKey(database, id),
    isAlive: () => current.isAlive(),
    takeLog: () => current.takeLog(),
    kill: (signal) => current.kill(signal),
    async restart(env = {}, program) {
      await current.kill('SIGKILL');
      current = await spawnApp({ ...settings, PORT: new URL(baseUrl).port, ...env }, program);
    },
    residentMemory: () => current.residentMemory(),
    stop() {
      stopping ??= current.kill('SIGKILL').then(release);
      return stopping;
    },
  };
}
