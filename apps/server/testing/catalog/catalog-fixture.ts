import type { ErrorBody } from '@contract-kit/http-spec';
import type { Product } from '@product-content/contract';
import type { WorkspaceSettings } from '../../src/kernel/index.ts';
import type { Database } from '../../src/storage/index.ts';
import { createTestWorkspace } from '../index.ts';
import { startTestApp, type TestApp } from '../test-app.ts';

/** A response over HTTP. `data` and `error` come from the body. */
export interface ApiResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: T;
  readonly error: ErrorBody['error'];
  readonly text: string;
}

/** A caller of one workspace. */
export interface CatalogClient {
  readonly workspace: WorkspaceSettings;
  get<T>(path: string): Promise<ApiResponse<T>>;
  post<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse<T>>;
  patch<T>(path: string, body: unknown): Promise<ApiResponse<T>>;
  put<T>(path: string, body: unknown): Promise<ApiResponse<T>>;
  delete(path: string): Promise<ApiResponse<undefined>>;
  /** The error messages by field of a POST. */
  refusal(path: string, body: unknown): Promise<Readonly<Record<string, string>> | undefined>;
  /** Creates a product. */
  product(input: { readonly sku: string; readonly [field: string]: unknown }): Promise<Product>;
  /** The events in the outbox, oldest first. */
  events(): Promise<CatalogEvent[]>;
}

export interface CatalogEvent {
  readonly type: string;
  readonly payload: Record<string, unknown> | null;
}

/** The app with callers of the catalog. */
export interface CatalogFixture {
  /** The database of the server, so that its statements can be counted. */
  readonly database: Database;
  /** A caller of a new workspace with the locales en, de and fr. */
  client(): Promise<CatalogClient>;
  /** Runs a recurring task once, or drains a backlog. */
  runTask(name: string): Promise<void>;
  stop(): Promise<void>;
}

export async function createCatalogFixture(): Promise<CatalogFixture> {
  const app = await startTestApp();
  const { database } = app.container;
  return {
    database,
    client: () => createClient(app),
    async runTask(name) {
      const { tasks, backlogs } = app.container;
      const { signal } = new AbortController();
      const task = tasks.find((each) => each.name === name);
      const backlog = backlogs.find((each) => each.name === name);
      if (task === undefined && backlog === undefined) throw new Error(`There is no task "${name}".`);
      await (task?.run(signal) ?? backlog?.drain(signal));
    },
    stop: () => app.stop(),
  };
}

async function createClient({ container: { database }, baseUrl, createKey }: TestApp): Promise<CatalogClient> {
  const workspace = await createTestWorkspace(database);
  const key = await createKey(undefined, workspace);

  async function send<T>(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const headers = { Authorization: `Bearer ${key}`, ...type, ...more };
    const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    const { data, error } = text === '' ? {} : JSON.parse(text);
    return { status: response.status, headers: response.headers, data, error, text } as ApiResponse<T>;
  }

  return {
    workspace,
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body) => send('PATCH', path, body),
    put: (path, body) => send('PUT', path, body),
    delete: (path) => send('DELETE', path),
    async refusal(path, body) {
      const { status, error, text } = await send('POST', path, body);
      if (status !== 422) throw new Error(`Expected 422, got ${status} ${text}`);
      return error.details?.fieldErrors;
    },
    async product(input) {
      const { status, data, text } = await send<Product>('POST', '/products', { name: input.sku, ...input });
      if (status !== 201) throw new Error(`Expected 201, got ${status} ${text}`);
      return data;
    },
    async events() {
      const text = 'select type, payload from outbox where workspace_id = $1 order by id';
      return (await database.query<CatalogEvent>(text, [workspace.id])).rows;
    },
  };
}
