import { longBody, longReference, repeatable, scoped, unknownRecord, withBody } from '../policy-scenarios.ts';
import type { Draft, ScenariosOf } from '../scenario.ts';
import type { Stage } from '../stage.ts';

const feed = (code: string) => ({ code, name: 'Feed', type: 'feed', platform: 'csv_feed' });

const one = async (stage: Stage): Promise<Draft & { params: { id: string } }> => {
  await stage.create('/products', { sku: 'MUG', name: 'Mug', status: 'approved' });
  return { params: { id: (await stage.create('/channels', feed('shop'))).id } };
};

const ofProduct = async (stage: Stage): Promise<Draft> => {
  await one(stage);
  return { params: { idOrSku: 'MUG' } };
};

export const channelScenarios: ScenariosOf<'channels'> = {
  'channels.list': {
    ...scoped,
    200: async (stage) => {
      await one(stage);
      return {};
    },
  },
  'channels.create': {
    ...scoped,
    ...repeatable(() => ({ body: feed('other') })),
    201: () => ({ body: feed('shop') }),
    conflict: async (stage) => {
      await one(stage);
      return { body: feed('shop') };
    },
    payload_too_large: longBody,
    validation_failed: withBody({ ...feed('shop'), mapping: [{ target: 'title', source: 'nothing' }] }),
  },
  'channels.get': { ...scoped, 200: one, not_found: unknownRecord, validation_failed: longReference },
  'channels.patch': {
    ...scoped,
    200: async (stage) => ({ ...(await one(stage)), body: { status: 'paused' } }),
    not_found: unknownRecord,
    payload_too_large: longBody,
    validation_failed: withBody({ locale: 'es' }),
  },
  'channels.delete': { ...scoped, 204: one, not_found: unknownRecord, validation_failed: longReference },
  'channels.products': {
    ...scoped,
    200: one,
    not_found: unknownRecord,
    validation_failed: async (stage) => ({ ...(await one(stage)), query: 'ready=perhaps' }),
  },
  'channels.ofProduct': { ...scoped, 200: ofProduct, not_found: unknownRecord, validation_failed: longReference },
};
