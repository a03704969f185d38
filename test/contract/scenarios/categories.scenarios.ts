import { longBody, longReference, scoped, unknownRecord, withBody } from '../policy-scenarios.ts';
import type { ScenariosOf } from '../scenario.ts';
import { recordScenarios } from './catalog-record.scenarios.ts';

const { one, ...record } = recordScenarios('/categories');

export const categoryScenarios: ScenariosOf<'categories'> = {
  'categories.list': { ...record.list, validation_failed: () => ({ query: 'format=list' }) },
  'categories.create': record.create,
  'categories.get': record.get,
  'categories.patch': record.patch,
  'categories.delete': record.delete,
  'categories.attributes': { ...scoped, 200: one, not_found: unknownRecord, validation_failed: longReference },
  'categories.putAttributes': {
    ...scoped,
    200: async (context) => {
      await context.create('/attributes', { code: 'color', type: 'color' });
      return { ...(await one(context)), body: { attributes: ['color'] } };
    },
    not_found: unknownRecord,
    payload_too_large: longBody,
    validation_failed: withBody({ attributes: ['size'] }),
  },
};
