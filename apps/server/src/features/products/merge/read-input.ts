import { type ProductInput, ProductInputSchema } from '@product-content/contract';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { normalizeAttributes } from './normalize-attributes.ts';

/**
 * Normalizes stored content as if a request sent it today: plain text is trimmed, and blank text is removed. Content
 * that a request could no longer send stays unchanged.
 */
export function readAsInput(stored: ProductInput, catalog: CatalogSnapshot): ProductInput {
  const { shape } = ProductInputSchema;
  const fields = Object.entries(stored).map(([field, value]) => {
    const read = shape[field as keyof typeof shape].safeParse(value);
    return [field, read.success ? read.data : value];
  });
  return normalizeAttributes(Object.fromEntries(fields), catalog);
}
