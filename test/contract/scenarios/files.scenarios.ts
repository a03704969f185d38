import { keyed, keyless, longReference, unknownRecord } from '../policy-scenarios.ts';
import type { ScenariosOf } from '../scenario.ts';
import type { ScenarioContext } from '../scenario-context.ts';

/** A file, and the last part of its address. */
async function upload({ api, workspace }: ScenarioContext) {
  const form = new FormData();
  form.append('file', new Blob([`Care: by hand. ${workspace.id}`]), 'care.txt');
  const { data } = await api.post('/assets', form);
  return { params: { file: String(data.url).split('/').at(-1) ?? '' } };
}

export const fileScenarios: ScenariosOf<'files'> = {
  'files.get': {
    ...keyless,
    200: upload,
    206: async (context) => ({ ...(await upload(context)), headers: { range: 'bytes=2-5' } }),
    304: async (context) => {
      const draft = await upload(context);
      return { ...draft, headers: { 'if-none-match': (await context.send(draft)).etag } };
    },
    internal_error: keyed.internal_error,
    not_found: unknownRecord,
    range_not_satisfiable: async (context) => ({ ...(await upload(context)), headers: { range: 'bytes=5000-' } }),
    validation_failed: longReference,
  },
};
