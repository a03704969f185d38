import { longBody, longReference, repeatable, scoped, unknownRecord, withBody } from '../policy-scenarios.ts';
import type { Scenario } from '../scenario.ts';

const body = { code: 'kitchen' };

/** Scenarios of the operations that all kinds of catalog records have alike. @param path of their list. */
export function recordScenarios(path: string, required: object = {}) {
  const one: Scenario = async (context) => {
    await context.create(path, { ...body, ...required });
    return { params: { idOrCode: 'kitchen' } };
  };
  const taken: Scenario = async (context) => {
    await one(context);
    return { body: { ...body, ...required } };
  };
  return {
    one,
    list: { ...scoped, 200: one },
    create: {
      ...scoped,
      ...repeatable(() => ({ body: { ...required, code: 'garden' } })),
      201: () => ({ body: { ...body, ...required } }),
      conflict: taken,
      payload_too_large: longBody,
      validation_failed: withBody({ ...required, code: 'the kitchen' }),
    },
    get: { ...scoped, 200: one, not_found: unknownRecord, validation_failed: longReference },
    patch: {
      ...scoped,
      200: async (context) => ({ ...(await one(context)), body: {} }),
      not_found: unknownRecord,
      payload_too_large: longBody,
      validation_failed: withBody({ code: 'garden' }),
    },
    delete: { ...scoped, 204: one, not_found: unknownRecord, validation_failed: longReference },
  } as const satisfies Record<string, Record<string, Scenario> | Scenario>;
}
