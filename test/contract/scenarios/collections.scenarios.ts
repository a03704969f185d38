import { longBody, scoped, unknownRecord, withBody } from '../policy-scenarios.ts';
import type { ScenariosOf } from '../scenario.ts';
import { recordScenarios } from './catalog-record.scenarios.ts';

const { one, ...record } = recordScenarios('/collections');

export const collectionScenarios: ScenariosOf<'collections'> = {
  'collections.list': record.list,
  'collections.create': record.create,
  'collections.get': record.get,
  'collections.patch': record.patch,
  'collections.delete': record.delete,
  'collections.products': {
    ...scoped,
    200: async (context) => {
      const draft = await one(context);
      await context.create('/products', { sku: 'MUG', name: 'Mug', collections: ['kitchen'] });
      return draft;
    },
    not_found: unknownRecord,
    validation_failed: async (context) => ({ ...(await one(context)), query: 'limit=251' }),
  },
  'collections.putProducts': {
    ...scoped,
    200: async (context) => {
      await context.create('/products', { sku: 'MUG', name: 'Mug' });
      return { ...(await one(context)), body: { products: ['MUG'] } };
    },
    not_found: unknownRecord,
    payload_too_large: longBody,
    validation_failed: withBody({ products: ['CUP'] }),
  },
};
