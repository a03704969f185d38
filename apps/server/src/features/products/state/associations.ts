import type { ProductDocument } from './product-document.ts';

type Associations = ProductDocument['associations'];

/**
 * Associations with other SKUs in place of some, each once; a kind of association that is left without any goes.
 *
 * @param replace the SKU to name in place of one; null for none.
 * @returns the same object when nothing changes.
 */
export function replaceSkus(associations: Associations, replace: (sku: string) => string | null): Associations {
  const entries = Object.entries(associations);
  if (entries.every(([, skus]) => skus.every((sku) => replace(sku) === sku))) return associations;
  const replaced = entries.map(([type, skus]) => [type, [...new Set(skus.flatMap((sku) => replace(sku) ?? []))]]);
  return Object.fromEntries(replaced.filter(([, skus]) => skus?.length));
}
