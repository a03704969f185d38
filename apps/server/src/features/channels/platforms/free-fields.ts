import type { MappingEntry } from '@product-content/contract';
import type { ChannelValues } from '../mapping/compile-mapping.ts';
import type { PreparedItem } from './platform.ts';

/** The default mapping of platforms that accept any field. */
export const commonMapping: readonly MappingEntry[] = [
  { target: 'sku', source: [{ field: 'sku' }], required: true },
  { target: 'name', source: [{ field: 'name' }], required: true },
  ...['parent', 'description', 'brand', 'gtin', 'mpn', 'category', 'price', 'stock', 'images'].map((field) => ({
    target: field,
    source: [{ field }],
  })),
];

/** The payload of platforms that accept any field: the values unchanged. */
export function prepareFreely(values: ChannelValues): PreparedItem {
  return { payload: values, issues: [] };
}
