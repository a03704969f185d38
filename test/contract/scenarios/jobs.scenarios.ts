import { createTestJob, type TestJobOptions } from '@product-content/server/testing';
import { longReference, repeatable, scoped, unknownRecord } from '../policy-scenarios.ts';
import type { Scenario, ScenariosOf } from '../scenario.ts';

const one =
  (options: TestJobOptions = {}): Scenario =>
  async ({ app, workspace }) => ({ params: { jobId: await createTestJob(app, workspace, options) } });

export const jobScenarios: ScenariosOf<'jobs'> = {
  'jobs.list': {
    ...scoped,
    200: async (stage) => {
      await one({ status: 'completed' })(stage);
      await one({ type: 'export' })(stage);
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
    not_found: unknownRecord,
    validation_failed: longReference,
  },
  'jobs.errorsFile': {
    ...scoped,
    200: one({ status: 'completed', errors: 2 }),
    not_found: unknownRecord,
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
