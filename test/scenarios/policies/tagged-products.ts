import type { Api } from '@product-content/test-support/app-server';
import { freshName } from '@product-content/test-support/contract/sample-requests';
import { expect } from 'vitest';

export interface TaggedProduct {
  readonly id: string;
  readonly sku: string;
  readonly etag: string;
}

/** A product with a SKU of its own. */
export async function createProduct(api: Api, fields: object = {}): Promise<TaggedProduct> {
  const response = await api.post('/products', { sku: freshName('tag'), name: 'Tag', ...fields });
  expect(response.status, response.text).toBe(201);
  return { id: response.data.id, sku: response.data.sku, etag: response.etag };
}

/** A parent with two variants that differ in their `size`. */
export async function createFamily(api: Api) {
  const parent = await createProduct(api, { type: 'parent', variantAxes: ['size'] });
  const variant = (size: string) => createProduct(api, { type: 'variant', parent: parent.sku, attributes: { size } });
  return { parent, small: await variant('S'), large: await variant('L') };
}
