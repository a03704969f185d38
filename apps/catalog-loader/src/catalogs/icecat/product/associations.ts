import type { associationTypes } from '@product-content/contract';
import type { PlannedProduct } from '../../../load-plan.ts';
import type { SourceRow } from '../../../source/source-folder.ts';
import { listOf } from '../schema/read-schema.ts';

/** Kinds of association by the column that lists their products. */
const columns: Readonly<Record<string, (typeof associationTypes)[number]>> = {
  'PACK-products': 'pack',
  'SUBSTITUTION-products': 'substitute',
  'UPSELL-products': 'upsell',
  'X_SELL-products': 'crossSell',
};

export const isAssociationColumn = (header: string): boolean => Object.hasOwn(columns, header);

/** The SKUs a product is associated with, by kind; null without any. */
export function associationsOf({ cells }: SourceRow): PlannedProduct['associations'] | null {
  const filled = Object.entries(columns).filter(([header]) => Boolean(cells[header]));
  if (filled.length === 0) return null;
  return Object.fromEntries(filled.map(([header, kind]) => [kind, listOf(cells[header])]));
}
