import { setTimeout as delay } from 'node:timers/promises';
import { createTestJob, decodeId } from '@product-content/server/testing';
import type { Api } from '../app/api.ts';
import type { AnyRecord } from '../app/api-response.ts';
import type { App } from '../app-server.ts';
import { type ContractRoute, routeOf } from './routes.ts';

/** A record a path names, by its id and by what people call it: its SKU or code. */
export interface RecordNames {
  readonly id: string;
  readonly name: string;
}

export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  /** Absent where the route takes none. */
  readonly body?: unknown;
}

const externalAsset = () => ({ url: `https://cdn.example/${freshName()}.jpg`, download: false });

/** Bodies of routes whose example in the contract is not enough for a success. */
const bodies: Readonly<Record<string, () => object>> = {
  'products.put': () => ({ name: 'Blue mug', price: 12.5, attributes: { color: 'blue' } }),
  'assets.create': externalAsset,
  'assets.createFromUrl': externalAsset,
};

/** Bodies of routes that take files. */
const forms: Readonly<Record<string, () => FormData>> = {
  'imports.create': () => {
    const form = new FormData();
    form.set('file', new Blob(['sku,name\nMUG-BLUE,Blue mug\n']), 'products.csv');
    return form;
  },
};

/** Path parameters that do not name the record itself. */
const furtherParams: Readonly<Record<string, string>> = {
  version: '1',
  deliveryId: 'dlv_01k9f2v6m8e5fa1s3tqzc7d4xb',
};

/** A delivery of a webhook endpoint, by the endpoint's id. */
const deliveries = new Map<string, string>();

let count = 0;

/** A name no record of this test file has. */
export function freshName(prefix = 'sample'): string {
  count += 1;
  return `${prefix}-${count}`;
}

/**
 * Creates what the examples of the contract refer to, so that their requests succeed in a workspace. It needs a
 * key with all scopes.
 */
export async function prepareForExamples(api: Api): Promise<void> {
  const create = async (path: string, body: object) => {
    const response = await api.post(path, body);
    if (response.status !== 201) throw new Error(`${path} got ${response}`);
  };
  await create('/attributes', { code: 'color', type: 'select', options: [{ code: 'blue' }, { code: 'red' }] });
  await create('/attributes', { code: 'dishwasherSafe', type: 'boolean' });
  await create('/attributes', { code: 'discontinued', type: 'text' });
  await create('/attributes', { code: 'volume', type: 'integer' });
  await create('/categories', { code: 'kitchen' });
  await create('/categories', { code: 'tableware' });
  await create('/categories', { code: 'mugs', parent: 'kitchen' });
  for (const sku of ['MUG-BLUE', 'MUG-RED']) await create('/products', { sku, name: sku });
}

/** Creates a record of the kind a route's path names; null for a route that names none. */
export async function createRecordFor(app: App, api: Api, route: ContractRoute): Promise<RecordNames | null> {
  if (route.policy.resource === null) return null;
  if (route.policy.ranges === true && route.policy.resource === 'job') return createExport(api);
  if (route.policy.resource === 'job') return createJob(app, api);
  if (route.policy.resource === 'file') return createFile(api);
  if (route.policy.resource === 'request') return createLoggedRequest(api);
  if (route.policy.resource === 'channelFeed') return createChannelFeed(api);
  const create = routeOf(route.id.replace(/\..*/, '.create'));
  const { method, path, body } = sampleRequest(create, null);
  const response = await api.send<AnyRecord>(method, path, { body });
  if (response.status !== 201) throw new Error(`${create.id} got ${response}`);
  const { id, sku, code, feedUrls } = response.data;
  if (route.policy.resource === 'feed') return feedOf(String((feedUrls as AnyRecord).csv));
  if (route.path.includes(':deliveryId')) deliveries.set(id, (await api.post(`/webhooks/${id}/test`)).data.id);
  return { id, name: String(sku ?? code ?? id) };
}

/** A feed, which is named by the last segment of its address alone. */
function feedOf(address: string): RecordNames {
  const name = String(new URL(address).pathname.split('/').at(-1));
  return { id: name, name };
}

/** A job in the workspace of the key: the API has no route that makes one and leaves it waiting. */
async function createJob(app: App, api: Api): Promise<RecordNames> {
  const { workspace } = (await api.get<{ workspace: { id: string } }>('/me')).data;
  const id = await createTestJob(app, { id: decodeId('workspace', workspace.id) as string });
  return { id, name: id };
}

/** The completed job of an export, which has a file. */
async function createExport(api: Api): Promise<RecordNames> {
  const { jobId } = (await api.post('/exports', { async: true })).data;
  while ((await api.get(`/jobs/${jobId}`)).data.status !== 'completed') await delay(20);
  return { id: String(jobId), name: String(jobId) };
}

/** The completed job of an import with a row that failed. */
export async function createFailedImport(api: Api): Promise<RecordNames> {
  const form = new FormData();
  form.set('file', new Blob(['sku,name\nA,\n']), 'products.csv');
  const { jobId } = (await api.post('/imports', form)).data;
  while ((await api.get(`/jobs/${jobId}`)).data.status !== 'completed') await delay(20);
  return { id: String(jobId), name: String(jobId) };
}

/** The feed of a channel that was published. */
export async function createChannelFeed(api: Api): Promise<RecordNames> {
  const channel = { code: freshName('feed'), name: 'Feed', type: 'feed', platform: 'csv_feed' };
  const { id } = (await api.post<AnyRecord>('/channels', channel)).data;
  const { jobId } = (await api.post(`/channels/${id}/publish`)).data;
  while ((await api.get(`/jobs/${jobId}`)).data.status !== 'completed') await delay(20);
  const { feed } = (await api.get<{ feed: { url: string } }>(`/channels/${id}`)).data;
  return feedOf(feed.url);
}

/** A file, named by the last part of its address. */
async function createFile(api: Api): Promise<RecordNames> {
  const form = new FormData();
  form.append('file', new Blob([freshName('file')]), 'file.txt');
  const { url } = (await api.post<{ url: string }>('/assets', form)).data;
  const id = url.slice(url.lastIndexOf('/') + 1);
  return { id, name: id };
}

/** A request in the log, named by its id. */
async function createLoggedRequest(api: Api): Promise<RecordNames> {
  const { error } = await api.get('/products/NONE');
  return { id: error.requestId, name: error.requestId };
}

/** A request of a route that succeeds in a workspace made by {@link prepareForExamples}. */
export function sampleRequest(
  route: ContractRoute,
  record: RecordNames | null,
  options: { by?: keyof RecordNames } = {},
): SampleRequest {
  const { method } = route;
  const path = pathFor(route, record?.[options.by ?? 'id'] ?? null);
  if (route.body === undefined) return { method, path };
  const body = forms[route.id]?.() ?? sampleBody(route);
  const takesLines = route.policy.bodyTypes[0] === 'application/x-ndjson';
  return { method, path, body: takesLines ? asLines((body as Record<string, unknown[]>).items ?? []) : body };
}

/** A body of lines of JSON. */
export function asLines(items: readonly unknown[]): Blob {
  return new Blob([items.map((item) => `${JSON.stringify(item)}\n`).join('')], { type: 'application/x-ndjson' });
}

/** The path of a route for one record. @throws Error for a parameter nothing is known about. */
export function pathFor(route: ContractRoute, name: string | null): string {
  return route.path.replaceAll(/:(\w+)/g, (_, parameter: string) => {
    const delivery = parameter === 'deliveryId' ? deliveries.get(String(name)) : undefined;
    const value = /^(id|jobId|requestId|feed|file|token)/.test(parameter)
      ? name
      : (delivery ?? furtherParams[parameter]);
    if (value === null || value === undefined) throw new Error(`${route.id} needs a sample for ":${parameter}".`);
    return encodeURIComponent(value);
  });
}

/** The example of a body in the contract; what must be unique in it is new with each call. */
export function sampleBody(route: ContractRoute): Record<string, unknown> {
  const [documented] = (route.body?.meta()?.examples ?? []) as unknown[];
  const example = bodies[route.id]?.() ?? documented;
  if (typeof example !== 'object' || example === null) throw new Error(`${route.id} has no example of its body.`);
  const body = structuredClone(example) as Record<string, unknown>;
  for (const name of ['sku', 'code']) if (name in body) body[name] = freshName();
  if (route.id === 'exportProfiles.create') body.name = freshName('profile');
  return body;
}
