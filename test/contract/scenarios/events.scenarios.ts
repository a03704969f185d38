import { scoped } from '../policy-scenarios.ts';
import type { ScenariosOf } from '../scenario.ts';

export const eventScenarios: ScenariosOf<'events'> = {
  'events.list': {
    ...scoped,
    200: async (context) => {
      await context.create('/products', { sku: 'MUG', name: 'Mug' });
      await context.create('/categories', { code: 'kitchen' });
      return { query: 'limit=1' };
    },
    validation_failed: () => ({ query: 'after=evt_01k9f2v6m8e5fa1s3tqzc7d4xm' }),
  },
};
