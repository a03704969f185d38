import { limits } from '@product-content/contract';
import { longBody, longReference, repeatable, scoped, unknownRecord, withBody } from '../policy-scenarios.ts';
import type { ScenariosOf } from '../scenario.ts';
import type { ScenarioContext } from '../scenario-context.ts';

const input = { name: 'shop', scopes: ['products:read'] };

const one = async (context: ScenarioContext) => ({ params: { id: String((await context.create('/keys', input)).id) } });

export const keyScenarios: ScenariosOf<'keys'> = {
  'keys.list': { ...scoped, 200: () => ({}) },
  'keys.create': {
    ...scoped,
    ...repeatable(() => ({ body: { ...input, name: 'another' } })),
    201: () => ({ body: input }),
    conflict: async (context) => {
      for (let made = 1; made < limits.keys; made += 1) await context.create('/keys', input);
      return { body: input };
    },
    payload_too_large: longBody,
    validation_failed: withBody({ ...input, scopes: ['products:eat'] }),
  },
  'keys.get': { ...scoped, 200: one, not_found: unknownRecord, validation_failed: longReference },
  'keys.delete': { ...scoped, 204: one, not_found: unknownRecord, validation_failed: longReference },
};
