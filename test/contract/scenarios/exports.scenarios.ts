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
import type { ScenarioContext } from '../scenario-context.ts';

/** Names are unique in a workspace. */
let made = 0;

const input = () => {
  made += 1;
  return { name: `Profile ${made}`, filter: { status: ['draft'] }, columns: ['sku', 'name'] };
};

const save = (context: ScenarioContext) => context.create('/export-profiles', input());

const one: Scenario = async (context) => ({ params: { id: (await save(context)).id } });

const taken: Scenario = async (context) => {
  const { name } = await save(context);
  return { ...(await one(context)), body: { name } };
};

export const exportScenarios: ScenariosOf<'exports'> = {
  'exports.create': {
    ...scoped,
    ...repeatable(() => ({ body: { format: 'json' } })),
    200: async (context) => {
      await context.create('/products', { sku: 'MUG', name: 'Mug' });
      return { body: { columns: ['sku', 'name'] } };
    },
    202: withBody({ async: true }),
    payload_too_large: longBody,
    validation_failed: withBody({ format: 'pdf' }),
  },
};

const feed: Scenario = async (context) => {
  const { csv } = (await save(context)).feedUrls as Record<string, string>;
  return { key: null, params: { feed: new URL(String(csv)).pathname.split('/').at(-1) ?? '' } };
};

export const exportProfileScenarios: ScenariosOf<'exportProfiles'> = {
  'exportProfiles.list': {
    ...scoped,
    200: async (context) => {
      await save(context);
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
    200: async (context) => ({ ...(await one(context)), body: { columns: null } }),
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
    206: async (context) => ({ ...(await feed(context)), headers: { range: 'bytes=0-2' } }),
    range_not_satisfiable: async (context) => ({ ...(await feed(context)), headers: { range: 'bytes=999-' } }),
    304: async (context) => {
      const draft = await feed(context);
      const etag = (await context.send(draft)).headers.get('etag') ?? '';
      return { ...draft, headers: { 'if-none-match': etag } };
    },
    not_found: unknownRecord,
    validation_failed: longReference,
  },
};
