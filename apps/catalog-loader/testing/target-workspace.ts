import type { TargetWorkspace } from '../src/load-plan.ts';

/** A workspace to plan for: English by default, German and French, euros and dollars. */
export const targetWorkspace: TargetWorkspace = {
  id: 'wsp_01k9f2v6m8e5fa1s3tqzc7d4xd',
  name: 'Target',
  slug: 'target',
  defaultLocale: 'en',
  locales: ['en', 'de', 'fr-FR'],
  defaultCurrency: 'EUR',
  currencies: ['EUR', 'USD'],
};
