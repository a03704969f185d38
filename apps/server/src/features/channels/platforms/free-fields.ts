import type { MappingEntry } from '@product-content/contract';
import type { ChannelValues } from '../mapping/compile-mapping.ts';
import type { PreparedItem } from './platform.ts';

/** What a channel without a mapping of its own has where any field will do. */
export const commonMapping: readonly MappingEntry[] = [
  { target: 'sku', source: [{ field: 'sku' }], required: true },
  { target: 'name', source: [{ field: 'name' }], required: true },
  ...['parent', 'description', 'brand', 'gtin', 'mpn', 'category', 'price', 'stock', 'images'].map((field) => ({
    target: field,
    source: [{ field }],
  })),
];

/** The payload of platforms that take any field: the values as they are. */
export function prepareFreely(values: ChannelValues): PreparedItem {
  return { payload: values, issues: [] };
}
