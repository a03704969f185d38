import type { ProductDocument } from './product-document.ts';

type Associations = ProductDocument['associations'];

/**
 * Replaces SKUs in associations, without duplicates; a kind of association that becomes empty is removed.
 *
 * @param replace returns the replacement of a SKU; null removes it.
 * @returns the same object when nothing changes.
 */
export function replaceSkus(associations: Associations, replace: (sku: string) => string | null): Associations {
  const entries = Object.entries(associations);
  if (entries.every(([, skus]) => skus.every((sku) => replace(sku) === sku))) return associations;
  const replaced = entries.map(([type, skus]) => [type, [...new Set(skus.flatMap((sku) => replace(sku) ?? []))]]);
  return Object.fromEntries(replaced.filter(([, skus]) => skus?.length));
}
