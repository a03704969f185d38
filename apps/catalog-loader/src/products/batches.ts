import { limits } from '@product-content/contract';
import type { PlannedProduct } from '../load-plan.ts';

export interface BatchLimits {
  readonly items: number;
  /** Greatest size of a body in bytes. */
  readonly bytes: number;
}

/** Room in a body for what is around its items. */
const spareBytes = 64;

/**
 * Gathers products into bulk requests: as many as the API takes at once, in their order.
 * One product that is larger than a body goes alone, and the API says what is wrong with it.
 */
export async function* toBatches(
  products: AsyncIterable<PlannedProduct>,
  { items, bytes }: BatchLimits = { items: limits.bulkItems, bytes: limits.bulkBody },
): AsyncGenerator<PlannedProduct[]> {
  let batch: PlannedProduct[] = [];
  let size = spareBytes;
  for await (const product of products) {
    const length = Buffer.byteLength(JSON.stringify(product)) + 1;
    if (batch.length === items || (batch.length > 0 && size + length > bytes)) {
      yield batch;
      batch = [];
      size = spareBytes;
    }
    batch.push(product);
    size += length;
  }
  if (batch.length > 0) yield batch;
}
