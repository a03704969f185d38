import { setTimeout as delay } from 'node:timers/promises';
import { createTestJob, type TestJobOptions } from '@product-content/server/testing';
import { createFailedImport } from '@product-content/test-support/contract/sample-requests';
import { longReference, repeatable, scoped, unknownRecord } from '../policy-scenarios.ts';
import type { Scenario, ScenariosOf } from '../scenario.ts';

const one =
  (options: TestJobOptions = {}): Scenario =>
  async ({ app, workspace }) => ({ params: { jobId: await createTestJob(app, workspace, options) } });

const exported: Scenario = async ({ api }) => {
  const { jobId } = (await api.post('/exports', { async: true })).data;
  while ((await api.get(`/jobs/${jobId}`)).data.status !== 'completed') await delay(20);
  return { params: { jobId: String(jobId) } };
};

const failedImport: Scenario = async ({ api }) => ({ params: { jobId: (await createFailedImport(api)).id } });

export const jobScenarios: ScenariosOf<'jobs'> = {
  'jobs.list': {
    ...scoped,
    200: async (context) => {
      await one({ status: 'completed' })(context);
      await one({ type: 'export' })(context);
      return { query: 'limit=1' };
    },
    validation_failed: () => ({ query: 'type=nap' }),
  },
  'jobs.get': {
    ...scoped,
    200: one({ status: 'completed', errors: 2 }),
    not_found: unknownRecord,
    validation_failed: longReference,
  },
  'jobs.errors': {
    ...scoped,
    200: one({ status: 'completed', errors: 2 }),
    303: async (context) => {
      const draft = await one({ status: 'completed', errors: 2 })(context);
      return { ...draft, query: 'format=rows' };
    },
    not_found: unknownRecord,
    validation_failed: longReference,
  },
  'jobs.errorsFile': {
    ...scoped,
    200: one({ status: 'completed', errors: 2 }),
    not_found: unknownRecord,
    validation_failed: longReference,
  },
  'jobs.failedRows': {
    ...scoped,
    200: failedImport,
    not_found: one({ status: 'completed', type: 'export' }),
    validation_failed: longReference,
  },
  'jobs.download': {
    ...scoped,
    200: exported,
    206: async (context) => ({ ...(await exported(context)), headers: { range: 'bytes=0-2' } }),
    304: async (context) => {
      const draft = await exported(context);
      const etag = (await context.send(draft)).headers.get('etag') ?? '';
      return { ...draft, headers: { 'if-none-match': etag } };
    },
    range_not_satisfiable: async (context) => ({ ...(await exported(context)), headers: { range: 'bytes=99999999-' } }),
    not_found: one({ status: 'completed', type: 'export' }),
    validation_failed: longReference,
  },
  'jobs.cancel': {
    ...scoped,
    ...repeatable(one()),
    200: one(),
    conflict: one({ status: 'completed' }),
    not_found: unknownRecord,
    validation_failed: longReference,
  },
};
