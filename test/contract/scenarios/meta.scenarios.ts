import { keyed, keyless } from '../policy-scenarios.ts';
import type { ScenariosOf } from '../scenario.ts';

export const metaScenarios: ScenariosOf<'meta'> = {
  'meta.index': { ...keyless, 200: () => ({ key: null }) },
  'meta.openapi': { ...keyless, 200: () => ({ key: null }) },
  'meta.me': { ...keyed, 200: () => ({}) },
};
