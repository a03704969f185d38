import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { allScopes } from '@product-content/contract';
import { type App, sharedApp, type Workspace } from '@product-content/test-support/app-server';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createJobDashboard } from '../../docs/guides/snippets/operating/job-dashboard.ts';

let app: App;
let workspace: Workspace;
beforeAll(async () => {
  // Nothing runs jobs here, so that what is accepted waits.
  app = await sharedApp({ ROLE: 'api' });
  workspace = await app.createWorkspace();
});

async function startDashboard(): Promise<(path: string, password?: string) => Promise<Response>> {
  const dashboard = createJobDashboard(app.databaseUrl, 'a password');
  const server = dashboard.app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await dashboard.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (path, password) =>
    fetch(origin + path, password === undefined ? {} : { headers: { Authorization: `Basic ${btoa(`:${password}`)}` } });
}

interface Listing {
  readonly jobs: readonly { readonly job: { readonly name: string; readonly data: { readonly jobId: string } } }[];
}

it("Agenda's dashboard shows a waiting import to callers who know the password", async () => {
  const { key } = await app.createKey(workspace, allScopes);
  const form = new FormData();
  form.set('file', new Blob(['sku,name\nA-1,A lamp\n']), 'lamps.csv');
  const sent = await fetch(`${app.baseUrl}/imports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: form,
  });
  expect(sent.status).toBe(202);
  const [job] = await app.query<{ id: string }>('select id from job where workspace_id = $1', [workspace.id]);
  const get = await startDashboard();
  for (const password of [undefined, '', 'a passwort']) expect((await get('/jobs/api', password)).status).toBe(401);
  expect(await (await get('/jobs/', 'a password')).text()).toContain('Agendash');
  const { jobs } = (await (await get('/jobs/api?job=import.run', 'a password')).json()) as Listing;
  expect(jobs.map(({ job: { name, data } }) => [name, data.jobId])).toContainEqual(['import.run', job?.id]);
});
