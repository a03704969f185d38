import type { Channel } from '@product-content/contract';
import { createChannelFeed } from '@product-content/test-support/contract/sample-requests';
import {
  keyed,
  keyless,
  longBody,
  longReference,
  repeatable,
  scoped,
  unknownRecord,
  withBody,
} from '../policy-scenarios.ts';
import type { Draft, ScenariosOf } from '../scenario.ts';
import type { ScenarioContext } from '../scenario-context.ts';

const feed = (code: string) => ({ code, name: 'Feed', type: 'feed', platform: 'csv_feed' });

const one = async (context: ScenarioContext): Promise<Draft & { params: { id: string } }> => {
  await context.create('/products', { sku: 'MUG', name: 'Mug', status: 'approved' });
  return { params: { id: (await context.create('/channels', feed('shop'))).id } };
};

const ofProduct = async (context: ScenarioContext): Promise<Draft> => {
  await one(context);
  return { params: { idOrSku: 'MUG' } };
};

/** The feed of a channel that was published. */
const feedOf =
  (headers?: Readonly<Record<string, string>>) =>
  async (context: ScenarioContext): Promise<Draft> => {
    const { id: token } = await createChannelFeed(context.api);
    return { params: { token }, key: null, ...(headers && { headers }) };
  };

/** The channel there is already. */
const existing = async (context: ScenarioContext) => ({
  id: (await context.api.get<[Channel]>('/channels')).data[0].id,
});

const paused = async (context: ScenarioContext): Promise<Draft> => {
  const draft = await one(context);
  await context.api.patch(`/channels/${draft.params.id}`, { status: 'paused' });
  return draft;
};

export const channelScenarios: ScenariosOf<'channels'> = {
  'channels.list': {
    ...scoped,
    200: async (context) => {
      await one(context);
      return {};
    },
  },
  'channels.create': {
    ...scoped,
    ...repeatable(() => ({ body: feed('other') })),
    201: () => ({ body: feed('shop') }),
    conflict: async (context) => {
      await one(context);
      return { body: feed('shop') };
    },
    payload_too_large: longBody,
    validation_failed: withBody({ ...feed('shop'), mapping: [{ target: 'title', source: 'nothing' }] }),
  },
  'channels.get': { ...scoped, 200: one, not_found: unknownRecord, validation_failed: longReference },
  'channels.patch': {
    ...scoped,
    200: async (context) => ({ ...(await one(context)), body: { status: 'paused' } }),
    not_found: unknownRecord,
    payload_too_large: longBody,
    validation_failed: withBody({ locale: 'es' }),
  },
  'channels.delete': { ...scoped, 204: one, not_found: unknownRecord, validation_failed: longReference },
  'channels.products': {
    ...scoped,
    200: one,
    not_found: unknownRecord,
    validation_failed: async (context) => ({ ...(await one(context)), query: 'ready=perhaps' }),
  },
  'channels.publish': {
    ...scoped,
    ...repeatable(async (context) => ({ params: await existing(context), body: { onlyChanged: true } })),
    202: one,
    conflict: paused,
    not_found: unknownRecord,
    payload_too_large: longBody,
    validation_failed: withBody({ products: ['NONE'] }),
  },
  'channels.rotateFeed': {
    ...scoped,
    ...repeatable(async (context) => ({ params: { id: (await context.create('/channels', feed('other'))).id } })),
    200: one,
    conflict: async (context) => {
      const shop = {
        code: 'web',
        name: 'Shop',
        type: 'shop',
        platform: 'http',
        settings: { url: 'https://example.com/' },
      };
      return { params: { id: (await context.create('/channels', shop)).id } };
    },
    not_found: unknownRecord,
    validation_failed: longReference,
  },
  'channels.feed': {
    ...keyless,
    200: feedOf(),
    206: feedOf({ range: 'bytes=0-9' }),
    304: feedOf({ 'if-none-match': '*' }),
    internal_error: keyed.internal_error,
    range_not_satisfiable: feedOf({ range: 'bytes=100000-' }),
    not_found: unknownRecord,
    validation_failed: longReference,
  },
  'channels.ofProduct': { ...scoped, 200: ofProduct, not_found: unknownRecord, validation_failed: longReference },
};
