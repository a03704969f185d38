import { longBody, longReference, repeatable, scoped, unknownRecord, withBody } from '../policy-scenarios.ts';
import type { ScenariosOf } from '../scenario.ts';
import type { ScenarioContext } from '../scenario-context.ts';

/** Nobody is asked for it: the asset is its address. */
const external = { url: 'https://cdn.example/mug.jpg', download: false };

const add = (context: ScenarioContext) => context.create('/assets', external);

const one = async (context: ScenarioContext) => ({ params: { id: (await add(context)).id } });

/** Both operations that read a file from an address. */
const fromUrl = {
  ...scoped,
  ...repeatable(() => ({ body: { ...external, altText: 'Another request' } })),
  200: async (context: ScenarioContext) => {
    await add(context);
    return { body: external };
  },
  201: () => ({ body: external }),
  payload_too_large: longBody,
  validation_failed: withBody({ url: 'ftp://cdn.example/mug.jpg' }),
};

export const assetScenarios: ScenariosOf<'assets'> = {
  'assets.list': {
    ...scoped,
    200: async (context) => {
      await add(context);
      return { query: 'folder=/&q=mug' };
    },
    validation_failed: () => ({ query: 'limit=201' }),
  },
  'assets.create': fromUrl,
  'assets.createFromUrl': fromUrl,
  'assets.get': { ...scoped, 200: one, not_found: unknownRecord, validation_failed: longReference },
  'assets.patch': {
    ...scoped,
    200: async (context) => ({ ...(await one(context)), body: { altText: 'A mug', tags: ['mug'] } }),
    not_found: unknownRecord,
    payload_too_large: longBody,
    validation_failed: withBody({ folder: '/a/../b' }),
  },
  'assets.delete': { ...scoped, 204: one, not_found: unknownRecord, validation_failed: longReference },
};
