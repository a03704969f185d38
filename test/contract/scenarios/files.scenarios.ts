import { keyed, keyless, longReference, unknownRecord } from '../policy-scenarios.ts';
import type { ScenariosOf } from '../scenario.ts';
import type { Stage } from '../stage.ts';

/** A file, and the last part of its address. */
async function upload({ api, workspace }: Stage) {
  const form = new FormData();
  form.append('file', new Blob([`Care: by hand. ${workspace.id}`]), 'care.txt');
  const { data } = await api.post('/assets', form);
  return { params: { file: String(data.url).split('/').at(-1) ?? '' } };
}

export const fileScenarios: ScenariosOf<'files'> = {
  'files.get': {
    ...keyless,
    200: upload,
    206: async (stage) => ({ ...(await upload(stage)), headers: { range: 'bytes=2-5' } }),
    304: async (stage) => {
      const draft = await upload(stage);
      return { ...draft, headers: { 'if-none-match': (await stage.send(draft)).etag } };
    },
    internal_error: keyed.internal_error,
    not_found: unknownRecord,
    range_not_satisfiable: async (stage) => ({ ...(await upload(stage)), headers: { range: 'bytes=5000-' } }),
    validation_failed: longReference,
  },
};
