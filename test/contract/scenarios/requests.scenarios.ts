import { longReference, scoped, unknownRecord } from '../policy-scenarios.ts';
import type { ScenariosOf } from '../scenario.ts';

export const requestScenarios: ScenariosOf<'requests'> = {
  'requests.list': {
    ...scoped,
    200: async (context) => {
      await context.api.get('/products/NONE');
      await context.api.get('/me');
      return { query: 'limit=1' };
    },
    validation_failed: () => ({ query: 'status=teapot' }),
  },
  'requests.get': {
    ...scoped,
    200: async (context) => {
      const { error } = await context.api.get('/products/NONE');
      return { params: { requestId: error.requestId } };
    },
    not_found: unknownRecord,
    validation_failed: longReference,
  },
};
