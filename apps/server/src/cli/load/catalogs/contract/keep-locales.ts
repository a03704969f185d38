import type { PlannedProduct, TargetWorkspace } from '../../load-plan.ts';

type Locales = Pick<TargetWorkspace, 'locales'>;

/** The entries of a record by locale that the workspace has. */
export function keepLocales<T>(
  byLocale: Readonly<Record<string, T>> | undefined,
  { locales }: Locales,
): Record<string, T> | undefined {
  if (byLocale === undefined) return undefined;
  return Object.fromEntries(Object.entries(byLocale).filter(([locale]) => locales.includes(locale)));
}

/** Locales of a product's translations that the workspace does not have. */
export function foreignLocales({ translations }: PlannedProduct, { locales }: Locales): string[] {
  return Object.keys(translations ?? {}).filter((locale) => !locales.includes(locale));
}
