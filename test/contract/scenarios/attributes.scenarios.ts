import type { ScenariosOf } from '../scenario.ts';
import type { ScenarioContext } from '../scenario-context.ts';
import { recordScenarios } from './catalog-record.scenarios.ts';

const record = recordScenarios('/attributes', { type: 'text' });

/** A parent whose variants differ in the attribute. */
async function axis(context: ScenarioContext) {
  await context.create('/attributes', { code: 'size', type: 'text', usableAsAxis: true });
  await context.create('/products', { sku: 'MUG', name: 'Mug', type: 'parent', variantAxes: ['size'] });
  return { params: { idOrCode: 'size' } };
}

export const attributeScenarios: ScenariosOf<'attributes'> = {
  'attributes.list': { ...record.list, validation_failed: () => ({ query: 'type=number' }) },
  'attributes.create': record.create,
  'attributes.get': record.get,
  'attributes.patch': {
    ...record.patch,
    conflict: async (context) => ({ ...(await axis(context)), body: { usableAsAxis: false } }),
  },
  'attributes.delete': { ...record.delete, conflict: axis },
};
