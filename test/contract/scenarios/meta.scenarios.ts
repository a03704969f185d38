import { keyed, keyless } from '../policy-scenarios.ts';
import type { ScenariosOf } from '../scenario.ts';

export const metaScenarios: ScenariosOf<'meta'> = {
  'meta.index': { ...keyless, 200: () => ({ key: null }) },
  'meta.openapi': {
    ...keyless,
    200: () => ({ key: null }),
    304: async (context) => {
      const { etag } = await context.send({ key: null, query: 'profile=generators' });
      return { key: null, query: 'profile=generators', headers: { 'if-none-match': etag } };
    },
    validation_failed: () => ({ key: null, query: 'profile=machines' }),
  },
  'meta.me': { ...keyed, 200: () => ({}) },
};
