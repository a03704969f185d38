import type { ErrorBody } from '@contract-kit/http-spec';
import type { Asset, AssetWithUse, Product } from '@product-content/contract';
import type { Config } from '../../src/config/index.ts';
import type { Database } from '../../src/storage/index.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { createTestWorkspace } from '../test-workspace.ts';
import { type FileServer, startFileServer } from './file-server.ts';
import { makeImage } from './image-files.ts';

/** A response over HTTP. `data` and `error` come from a JSON body. */
export interface ApiResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: T;
  readonly error: ErrorBody['error'];
  readonly pagination: { readonly total: number; readonly hasMore: boolean; readonly nextCursor: string | null };
  readonly bytes: Buffer;
}

/** A caller of one workspace. */
export interface AssetClient {
  readonly workspaceId: string;
  send<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse<T>>;
  /** Creates an asset from a file at an address, by default a unique one. */
  asset(input?: Readonly<Record<string, unknown>>): Promise<Asset>;
  get(id: string): Promise<AssetWithUse>;
  /** The assets in a list. */
  list(query?: string): Promise<Asset[]>;
  product(sku: string, images: readonly object[]): Promise<Product>;
  readProduct(sku: string): Promise<Product>;
  /** Types of the events in the outbox, oldest first, with their payloads. */
  events(): Promise<{ readonly type: string; readonly payload: Record<string, unknown> | null }[]>;
}

/** The app, and a server of files that it may read. */
export interface AssetFixture {
  readonly app: TestApp;
  readonly database: Database;
  readonly files: FileServer;
  /** A caller of a new workspace. */
  client(): Promise<AssetClient>;
  /** A unique image at an address. */
  newImage(): Promise<string>;
  stop(): Promise<void>;
}

export async function createAssetFixture(settings: Partial<Config> = {}): Promise<AssetFixture> {
  const app = await startTestApp({ webhookAllowPrivate: true, ...settings });
  const files = await startFileServer();
  let images = 0;
  const newImage = async () => {
    images += 1;
    const content = await makeImage('png', { color: { r: images % 256, g: (images >> 8) % 256, b: 7 } });
    return files.serve(`/image-${images}.png`, content);
  };
  return {
    app,
    database: app.container.database,
    files,
    newImage,
    client: () => createClient(app, newImage),
    async stop() {
      await app.stop();
      await files.stop();
    },
  };
}

async function createClient(app: TestApp, newImage: () => Promise<string>): Promise<AssetClient> {
  const { database } = app.container;
  const workspace = await createTestWorkspace(database);
  const key = await app.createKey(undefined, workspace);

  async function send<T>(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const form = body instanceof FormData;
    const type = body === undefined || form ? {} : { 'Content-Type': 'application/json' };
    const headers = { Authorization: `Bearer ${key}`, ...type, ...more };
    const content = form ? body : JSON.stringify(body);
    const response = await fetch(app.baseUrl + path, { method, headers, body: content });
    const bytes = Buffer.from(await response.arrayBuffer());
    const json = response.headers.get('content-type')?.includes('json') === true ? JSON.parse(bytes.toString()) : {};
    return { status: response.status, headers: response.headers, bytes, ...json } as ApiResponse<T>;
  }
  const expecting = async <T>(status: number, response: Promise<ApiResponse<T>>): Promise<T> => {
    const { status: got, data, bytes } = await response;
    if (got !== status) throw new Error(`Expected ${status}, got ${got} ${bytes}`);
    return data;
  };

  return {
    workspaceId: workspace.id,
    send,
    asset: async (input = {}) => expecting(201, send<Asset>('POST', '/assets', { url: await newImage(), ...input })),
    get: (id) => expecting(200, send<AssetWithUse>('GET', `/assets/${id}`)),
    list: (query = '') => expecting(200, send<Asset[]>('GET', `/assets?${query}`)),
    product: (sku, images) => expecting(201, send<Product>('POST', '/products', { sku, name: sku, images })),
    readProduct: (sku) => expecting(200, send<Product>('GET', `/products/${sku}`)),
    async events() {
      const text = 'select type, payload from outbox where workspace_id = $1 order by settled_after, id';
      return (await database.query<{ type: string; payload: Record<string, unknown> | null }>(text, [workspace.id]))
        .rows;
    },
  };
}
