import { longBody, longReference, repeatable, scoped, unknownRecord, withBody } from '../policy-scenarios.ts';
import type { Draft, Scenario, ScenariosOf } from '../scenario.ts';
import type { Stage } from '../stage.ts';

/** Nobody listens there. */
const url = 'http://127.0.0.1:9/hook';

const register = (stage: Stage) => stage.create('/webhooks', { url, events: ['*'] });

const one = async (stage: Stage) => ({ params: { id: (await register(stage)).id } });

const delivered = async (stage: Stage): Promise<Draft & { params: { id: string; deliveryId: string } }> => {
  const { id } = await register(stage);
  const answer = await stage.api.post(`/webhooks/${id}/test`);
  if (answer.status !== 202) throw new Error(`The test was answered with ${answer}`);
  return { params: { id, deliveryId: answer.data.id } };
};

/** The usual request for an endpoint that is paused. */
const paused =
  (usual: (stage: Stage) => Promise<Draft & { params: { id: string } }>): Scenario =>
  async (stage) => {
    const draft = await usual(stage);
    await stage.api.patch(`/webhooks/${draft.params.id}`, { active: false });
    return draft;
  };

export const webhookScenarios: ScenariosOf<'webhooks'> = {
  'webhooks.list': {
    ...scoped,
    200: async (stage) => {
      await register(stage);
      return {};
    },
  },
  'webhooks.create': {
    ...scoped,
    ...repeatable(() => ({ body: { url, events: ['product.deleted'] } })),
    201: () => ({ body: { url, events: ['*'] } }),
    conflict: async (stage) => {
      for (let made = 0; made < 20; made += 1) await register(stage);
      return { body: { url, events: ['*'] } };
    },
    payload_too_large: longBody,
    validation_failed: withBody({ url, events: ['product.eaten'] }),
  },
  'webhooks.get': { ...scoped, 200: one, not_found: unknownRecord, validation_failed: longReference },
  'webhooks.patch': {
    ...scoped,
    200: async (stage) => ({ ...(await one(stage)), body: { active: false } }),
    not_found: unknownRecord,
    payload_too_large: longBody,
    validation_failed: withBody({ url: 'ftp://receiver.example/hook' }),
  },
  'webhooks.delete': { ...scoped, 204: one, not_found: unknownRecord, validation_failed: longReference },
  'webhooks.deliveries': {
    ...scoped,
    200: async (stage) => ({ params: { id: (await delivered(stage)).params.id } }),
    not_found: unknownRecord,
    validation_failed: async (stage) => ({ ...(await one(stage)), query: 'status=lost' }),
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
