import { longBody, longReference, repeatable, scoped, unknownRecord, withBody } from '../policy-scenarios.ts';
import type { Draft, Scenario, ScenariosOf } from '../scenario.ts';
import type { ScenarioContext } from '../scenario-context.ts';

/** Nobody listens there. */
const url = 'http://127.0.0.1:9/hook';

const register = (context: ScenarioContext) => context.create('/webhooks', { url, events: ['*'] });

const one = async (context: ScenarioContext) => ({ params: { id: (await register(context)).id } });

const delivered = async (context: ScenarioContext): Promise<Draft & { params: { id: string; deliveryId: string } }> => {
  const { id } = await register(context);
  const response = await context.api.post(`/webhooks/${id}/test`);
  if (response.status !== 202) throw new Error(`The test got ${response}`);
  return { params: { id, deliveryId: response.data.id } };
};

/** The usual request for an endpoint that is paused. */
const paused =
  (usual: (context: ScenarioContext) => Promise<Draft & { params: { id: string } }>): Scenario =>
  async (context) => {
    const draft = await usual(context);
    await context.api.patch(`/webhooks/${draft.params.id}`, { active: false });
    return draft;
  };

export const webhookScenarios: ScenariosOf<'webhooks'> = {
  'webhooks.list': {
    ...scoped,
    200: async (context) => {
      await register(context);
      return {};
    },
  },
  'webhooks.create': {
    ...scoped,
    ...repeatable(() => ({ body: { url, events: ['product.deleted'] } })),
    201: () => ({ body: { url, events: ['*'] } }),
    conflict: async (context) => {
      for (let made = 0; made < 20; made += 1) await register(context);
      return { body: { url, events: ['*'] } };
    },
    payload_too_large: longBody,
    validation_failed: withBody({ url, events: ['product.eaten'] }),
  },
  'webhooks.get': { ...scoped, 200: one, not_found: unknownRecord, validation_failed: longReference },
  'webhooks.patch': {
    ...scoped,
    200: async (context) => ({ ...(await one(context)), body: { active: false } }),
    not_found: unknownRecord,
    payload_too_large: longBody,
    validation_failed: withBody({ url: 'ftp://receiver.example/hook' }),
  },
  'webhooks.delete': { ...scoped, 204: one, not_found: unknownRecord, validation_failed: longReference },
  'webhooks.deliveries': {
    ...scoped,
    200: async (context) => ({ params: { id: (await delivered(context)).params.id } }),
    not_found: unknownRecord,
    validation_failed: async (context) => ({ ...(await one(context)), query: 'status=lost' }),
  },
  'webhooks.delivery': { ...scoped, 200: delivered, not_found: unknownRecord, validation_failed: longReference },
  'webhooks.redeliver': {
    ...scoped,
    ...repeatable(delivered),
    202: delivered,
    conflict: paused(delivered),
    not_found: unknownRecord,
    validation_failed: longReference,
  },
  'webhooks.test': {
    ...scoped,
    ...repeatable(one),
    202: one,
    conflict: paused(one),
    not_found: unknownRecord,
    validation_failed: longReference,
  },
  'webhooks.rotateSecret': {
    ...scoped,
    ...repeatable(one),
    200: one,
    not_found: unknownRecord,
    validation_failed: longReference,
  },
};
