import { createApi } from '@contract-kit/middleware';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import { createNodeListener } from '@contract-kit/middleware/node';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { contract } from '../test-support/tasks-contract.ts';
import { createTasks } from '../test-support/tasks-server.ts';
import type { InProcessServer } from './index.ts';
import { formatReport } from './running/format-report.ts';
import { verifyContract } from './verify-contract.ts';

type Api = ReturnType<typeof createApi>;

const hosts: Readonly<Record<string, (api: Api) => InProcessServer['app']>> = {
  'node:http': createNodeListener,
  'fetch without a port': (api) => {
    const handler = createFetchHandler(api);
    return (request: Request) => handler(request);
  },
  'a server that takes a fetch function': (api) => {
    const handler = createFetchHandler(api);
    // Tests of other files share the process, and with it Request and Response.
    return getRequestListener((request) => handler(request), { overrideGlobalObjects: false });
  },
  Hono: (api) => {
    const handler = createFetchHandler(api);
    const app = new Hono().all('*', (c) => handler(c.req.raw));
    return (request: Request) => app.fetch(request);
  },
};

it.each(Object.entries(hosts))('an API on %s passes every check, as one on Express does', async (_, host) => {
  const { options, credentials } = createTasks();
  const app = host(createApi(options));
  const report = await verifyContract(contract, { app, credentials, seed: 1, runs: 15 });
  expect([report.failed, report.skipped], formatReport(report)).toEqual([0, 0]);
});
