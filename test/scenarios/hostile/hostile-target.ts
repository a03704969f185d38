import { type Api, type App, sharedApp } from '@product-content/test-support/app-server';
import { each } from '@product-content/test-support/contract/routes';
import {
  createRecordFor,
  prepareForExamples,
  type RecordNames,
} from '@product-content/test-support/contract/sample-requests';

/** A server to send hostile requests to, with a workspace that the contract's examples fit. */
interface HostileTarget {
  readonly app: App;
  readonly api: Api;
  readonly key: string;
}

export async function startHostileTarget(): Promise<HostileTarget> {
  const app = await sharedApp();
  const { key } = await app.createKey(await app.createWorkspace());
  const api = app.api(key);
  await prepareForExamples(api);
  return { app, api, key };
}

/** A record of each kind that routes name in their path, by that kind. */
export async function createRecords({
  app,
  api,
}: Pick<HostileTarget, 'app' | 'api'>): Promise<ReadonlyMap<string, RecordNames | null>> {
  const records = new Map<string, RecordNames | null>();
  for (const [, route] of each()) {
    const kind = String(route.policy.resource);
    if (!records.has(kind)) records.set(kind, await createRecordFor(app, api, route));
  }
  return records;
}
