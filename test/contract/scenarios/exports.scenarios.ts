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
import type { Scenario, ScenariosOf } from '../scenario.ts';
import type { Stage } from '../stage.ts';

/** Names are unique in a workspace. */
let made = 0;

const input = () => {
  made += 1;
  return { name: `Profile ${made}`, filter: { status: ['draft'] }, columns: ['sku', 'name'] };
};

const save = (stage: Stage) => stage.create('/export-profiles', input());

const one: Scenario = async (stage) => ({ params: { id: (await save(stage)).id } });

const taken: Scenario = async (stage) => {
  const { name } = await save(stage);
  return { ...(await one(stage)), body: { name } };
};

export const exportScenarios: ScenariosOf<'exports'> = {
  'exports.create': {
    ...scoped,
    ...repeatable(() => ({ body: { format: 'json' } })),
    200: async (stage) => {
      await stage.create('/products', { sku: 'MUG', name: 'Mug' });
      return { body: { columns: ['sku', 'name'] } };
    },
    202: withBody({ async: true }),
    payload_too_large: longBody,
    validation_failed: withBody({ format: 'pdf' }),
  },
};

const feed: Scenario = async (stage) => {
  const { csv } = (await save(stage)).feedUrls as Record<string, string>;
  return { key: null, params: { feed: new URL(String(csv)).pathname.split('/').at(-1) ?? '' } };
};

export const exportProfileScenarios: ScenariosOf<'exportProfiles'> = {
  'exportProfiles.list': {
    ...scoped,
    200: async (stage) => {
      await save(stage);
      return {};
    },
  },
  'exportProfiles.create': {
    ...scoped,
    ...repeatable(() => ({ body: input() })),
    201: () => ({ body: input() }),
    conflict: taken,
    payload_too_large: longBody,
    validation_failed: withBody({ name: 'Prices', columns: ['colour'] }),
  },
  'exportProfiles.get': { ...scoped, 200: one, not_found: unknownRecord, validation_failed: longReference },
  'exportProfiles.patch': {
    ...scoped,
    200: async (stage) => ({ ...(await one(stage)), body: { columns: null } }),
    conflict: taken,
    not_found: unknownRecord,
    payload_too_large: longBody,
    validation_failed: withBody({ format: 'pdf' }),
  },
  'exportProfiles.delete': { ...scoped, 204: one, not_found: unknownRecord, validation_failed: longReference },
  'exportProfiles.rotateFeeds': {
    ...scoped,
    ...repeatable(one),
    200: one,
    not_found: unknownRecord,
    validation_failed: longReference,
  },
  'exportProfiles.feed': {
    ...keyless,
    internal_error: keyed.internal_error,
    200: feed,
    206: async (stage) => ({ ...(await feed(stage)), headers: { range: 'bytes=0-2' } }),
    range_not_satisfiable: async (stage) => ({ ...(await feed(stage)), headers: { range: 'bytes=999-' } }),
    304: async (stage) => {
      const draft = await feed(stage);
      const etag = (await stage.send(draft)).headers.get('etag') ?? '';
      return { ...draft, headers: { 'if-none-match': etag } };
    },
    not_found: unknownRecord,
    validation_failed: longReference,
  },
};
