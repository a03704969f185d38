import { type ProductInput, ProductInputSchema } from '@product-content/contract';
import type { CatalogSnapshot } from '../../catalog/index.ts';
import { normalizeAttributes } from './normalize-attributes.ts';

/**
 * Content that is stored already, as it would be kept if a request sent it today: plain text without the white space
 * around it, and no text of nothing else. What a request could no longer send stays as it is.
 */
export function readAsInput(stored: ProductInput, catalog: CatalogSnapshot): ProductInput {
  const { shape } = ProductInputSchema;
  const fields = Object.entries(stored).map(([field, value]) => {
    const read = shape[field as keyof typeof shape].safeParse(value);
    return [field, read.success ? read.data : value];
  });
  return normalizeAttributes(Object.fromEntries(fields), catalog);
}
