import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Link, Prepare, VerifyOptions } from '@contract-kit/contract-testing';
import { allScopes } from '@product-content/contract';
import { createTestJob } from '@product-content/server/testing';
import { type Api, type App, sharedApp, type Workspace } from '../support/app-server.ts';
import { createFailedImport, freshName, prepareForExamples } from '../support/contract/sample-requests.ts';

/**
 * Starts a server and says what a run cannot find out about it.
 *
 * @param receiver gets what webhooks send. It does not listen yet.
 */
export async function setUpConformance(receiver: Server): Promise<VerifyOptions> {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const app = await sharedApp({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  const [workspace, other] = [await app.createWorkspace(), await app.createWorkspace()];
  const keyWith = async (scopes = allScopes) => (await app.createKey(workspace, scopes)).key;
  const full = await keyWith();
  await prepareForExamples(app.api(full));
  const exported = once(() => completedExport(app.api(full)));
  // Before any job that is left waiting: the imports of a workspace run one after another.
  const failedImport = await createFailedImport(app.api(full));
  return {
    baseUrl: app.baseUrl,
    credentials: {
      apiKey: {
        full,
        otherTenant: (await app.createKey(other)).key,
        withoutScope: (...without) => keyWith(allScopes.filter((scope) => !without.includes(scope))),
      },
    },
    links: createLinks(app, workspace, app.api(full)),
    prepare: {
      ...prepare,
      'webhooks.create': () => ({ body: { url: `http://127.0.0.1:${port}/`, events: ['product.updated'] } }),
      'jobs.download': async () => ({ params: { jobId: await exported() } }),
      'jobs.failedRows': () => ({ params: { jobId: failedImport.id } }),
    },
    runs: 5,
  };
}

/** Nobody is asked for it: the asset is its address. */
const externalAsset: Prepare = ({ unique }) => ({
  body: { url: `https://cdn.example/${unique()}.jpg`, download: false },
});

const prepare: Readonly<Record<string, Prepare>> = {
  'products.put': () => ({ body: { name: 'Blue mug', price: 12.5, attributes: { color: 'blue' } } }),
  'products.restore': async ({ request, unique }) => {
    const { response } = await request('products.create');
    const idOrSku = String(response.record.id);
    await request('products.patch', { params: { idOrSku }, body: { name: unique() } });
    return { params: { idOrSku, version: '1' } };
  },
  'assets.create': externalAsset,
  'assets.createFromUrl': externalAsset,
  // The name is the only text of a profile that concurrent changes can differ in.
  'importProfiles.patch': ({ unique }) => ({ body: { name: unique() } }),
  'imports.create': () => {
    const body = new FormData();
    body.set('file', new Blob([`sku,name\nMUG-BLUE,${freshName()}\n`]), 'products.csv');
    return { body };
  },
};

function createLinks(app: App, workspace: Workspace, api: Api): Readonly<Record<string, Link>> {
  const feed = once(() => publishedFeed(api));
  const file = once(() => uploadedFile(api));
  return {
    '/jobs/:jobId': () => createTestJob(app, workspace),
    '/webhooks/:id/deliveries/:deliveryId': (_, { id }) => succeededDelivery(api, String(id)),
    '/feeds/:feed': async ({ request }) => {
      const { response } = await request('exportProfiles.create');
      return lastPartOf((response.record.feedUrls as { csv: string }).csv);
    },
    '/channel-feeds/:token': feed,
    '/files/:file': file,
  };
}

/** What is expensive to make, and only read. */
function once(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function lastPartOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/** A delivery that is over. One under way changes by itself, whatever is sent. */
async function succeededDelivery(api: Api, endpointId: string): Promise<string> {
  const { id } = (await api.post(`/webhooks/${endpointId}/test`)).data;
  while ((await api.get(`/webhooks/${endpointId}/deliveries/${id}`)).data.status !== 'succeeded') await delay(20);
  return id;
}

async function completed(api: Api, jobId: unknown): Promise<string> {
  while ((await api.get(`/jobs/${jobId}`)).data.status !== 'completed') await delay(20);
  return String(jobId);
}

async function completedExport(api: Api): Promise<string> {
  return completed(api, (await api.post('/exports', { async: true })).data.jobId);
}

async function publishedFeed(api: Api): Promise<string> {
  const channel = { code: freshName('feed'), name: 'Feed', type: 'feed', platform: 'csv_feed' };
  const { id } = (await api.post('/channels', channel)).data;
  await completed(api, (await api.post(`/channels/${id}/publish`)).data.jobId);
  return lastPartOf((await api.get<{ feed: { url: string } }>(`/channels/${id}`)).data.feed.url);
}

async function uploadedFile(api: Api): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['Care: by hand.']), 'care.txt');
  return lastPartOf((await api.post<{ url: string }>('/assets', form)).data.url);
}
