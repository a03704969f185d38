import type { AttributeType, EventType } from '@product-content/contract';
import { expect } from 'vitest';
import { expectError } from '../support/app/expect-response.ts';
import type { AnyRecord, Api, ApiResponse, App, Workspace } from '../support/app-server.ts';

/** A row of the outbox as a receiver would look at it. */
export interface OutboxEvent {
  readonly type: EventType;
  readonly version: number | null;
  readonly changedFields: readonly string[] | null;
  readonly previousStatus: string | null;
  readonly payload: Readonly<Record<string, unknown>> | null;
}

/** A workspace of its own, empty when it is opened, with short ways to fill it. Each fails with the response. */
export interface OpenWorkspace {
  readonly workspace: Workspace;
  /** Requests with a key of all scopes. */
  readonly api: Api;
  /** Creates a product; its name is its SKU unless given. */
  product(sku: string, input?: object): Promise<AnyRecord>;
  category(code: string, input?: object): Promise<AnyRecord>;
  attribute(code: string, type: AttributeType, input?: object): Promise<AnyRecord>;
  group(code: string, input?: object): Promise<AnyRecord>;
  collection(code: string, input?: object): Promise<AnyRecord>;
  /** The record or records at a path. */
  read<Data = AnyRecord>(path: string): Promise<Data>;
  /** The SKUs of a list of products in its order; by SKU unless the query says otherwise. */
  skus(query: string): Promise<string[]>;
  patch(path: string, body: object): Promise<AnyRecord>;
  put<Data = AnyRecord>(path: string, body: object): Promise<Data>;
  remove(path: string): Promise<void>;
  /** What has been written to the outbox since the last call, oldest first. */
  newEvents(): Promise<OutboxEvent[]>;
}

export async function openWorkspace(app: App, input?: Parameters<App['createWorkspace']>[0]): Promise<OpenWorkspace> {
  const workspace = await app.createWorkspace(input);
  const { key } = await app.createKey(workspace);
  const api = app.api(key);
  let lastEvent = '00000000-0000-0000-0000-000000000000';
  const create = async (path: string, body: object) => succeeded(await api.post(path, body), 201);
  const read = async <Data>(path: string) => succeeded(await api.get<Data>(path));
  return {
    workspace,
    api,
    product: (sku, input) => create('/products', { sku, ...(isVariant(input) ? {} : { name: sku }), ...input }),
    category: (code, input) => create('/categories', { code, ...input }),
    attribute: (code, type, input) => create('/attributes', { code, type, ...input }),
    group: (code, input) => create('/attribute-groups', { code, ...input }),
    collection: (code, input) => create('/collections', { code, ...input }),
    read,
    skus: async (query) => (await read<AnyRecord[]>(`/products?sort=sku&limit=250&${query}`)).map(({ sku }) => sku),
    patch: async (path, body) => succeeded(await api.patch(path, body)),
    put: async <Data>(path: string, body: object) => succeeded(await api.put<Data>(path, body)),
    remove: async (path) => {
      const response = await api.delete(path);
      expect(response.status, response.toString()).toBe(204);
    },
    async newEvents() {
      const rows = await app.query<OutboxEvent & { id: string }>(
        `select id, type, subject_version as "version", changed_fields as "changedFields",
           previous_status as "previousStatus", payload from outbox where workspace_id = $1 and id > $2 order by id`,
        [workspace.id, lastEvent],
      );
      lastEvent = rows.at(-1)?.id ?? lastEvent;
      return rows.map(({ id: _, ...event }) => event);
    },
  };
}

function isVariant(input: object | undefined): boolean {
  return input !== undefined && 'parent' in input;
}

function succeeded<Data>(response: ApiResponse<Data>, status?: 201): Data {
  if (response.status === (status ?? response.status) && response.status < 300) return response.data;
  throw new Error(`The request got ${response}`);
}

/** A 422 that names these fields and no others. */
export function expectInvalid(response: ApiResponse<unknown>, ...fields: string[]): void {
  const { details } = expectError(response, 'validation_failed');
  expect(Object.keys(details?.fieldErrors ?? {}).sort()).toEqual(fields.sort());
}
