import { repeatable, scoped } from '../policy-scenarios.ts';
import type { Draft, ScenariosOf } from '../scenario.ts';

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
