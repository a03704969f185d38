import {
  longBody,
  longReference,
  otherVersion,
  repeatable,
  scoped,
  unknownRecord,
  withBody,
} from '../policy-scenarios.ts';
import type { Draft, Scenario, ScenariosOf } from '../scenario.ts';
import type { ScenarioContext } from '../scenario-context.ts';

/** A form with a file, and what else it has. */
function upload(content: string, fields: Readonly<Record<string, string>> = {}): Draft {
  const form = new FormData();
  form.set('file', new Blob([content]), 'products.csv');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return { body: form };
}

export const importScenarios: ScenariosOf<'imports'> = {
  'imports.create': {
    ...scoped,
    ...repeatable(() => upload('sku,name\nMUG,Another mug\n')),
    202: () => upload('sku,name,family\nMUG,Mug,mugs\n', { options: '{"dryRun":true}' }),
    payload_too_large: () => upload('sku\nMUG\n', { options: ' '.repeat(1024 * 1024 + 1) }),
    validation_failed: () => upload('color\nred\n'),
  },
};

/** Names are unique in a workspace. */
let made = 0;

const input = () => {
  made += 1;
  return { name: `Supplier ${made}`, mapping: { Code: 'sku' }, options: { decimalSeparator: 'comma' } };
};

const save = (context: ScenarioContext) => context.create('/import-profiles', input());

const one: Scenario = async (context) => ({ params: { id: (await save(context)).id } });

export const importProfileScenarios: ScenariosOf<'importProfiles'> = {
  'importProfiles.list': {
    ...scoped,
    200: async (context) => {
      await save(context);
      return {};
    },
  },
  'importProfiles.create': {
    ...scoped,
    ...repeatable(() => ({ body: input() })),
    201: () => ({ body: input() }),
    conflict: async (context) => ({ body: { name: (await save(context)).name } }),
    payload_too_large: longBody,
    validation_failed: withBody({ name: 'Prices', options: { mode: 'replace' } }),
  },
  'importProfiles.get': {
    ...scoped,
    200: one,
    304: async (context) => {
      const draft = await one(context);
      const etag = (await context.send(draft)).headers.get('etag') ?? '';
      return { ...draft, headers: { 'if-none-match': etag } };
    },
    not_found: unknownRecord,
    validation_failed: longReference,
  },
  'importProfiles.patch': {
    ...scoped,
    200: async (context) => ({ ...(await one(context)), body: { mapping: null } }),
    conflict: async (context) => ({ ...(await one(context)), body: { name: (await save(context)).name } }),
    precondition_failed: otherVersion,
    not_found: unknownRecord,
    payload_too_large: longBody,
    validation_failed: withBody({ options: { mode: 'replace' } }),
  },
  'importProfiles.delete': {
    ...scoped,
    204: one,
    precondition_failed: otherVersion,
    not_found: unknownRecord,
    validation_failed: longReference,
  },
};
