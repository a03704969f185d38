import { limits } from '@product-content/contract';
import type { PlannedProduct } from '../load-plan.ts';

export interface BatchLimits {
  readonly items: number;
  /** Maximum size of a body in bytes. */
  readonly bytes: number;
}

/** Bytes of a body reserved for what surrounds its items. */
const spareBytes = 64;

/**
 * Groups products into bulk requests in order, as many as the API accepts at once. A product larger than a body is sent
 * alone, and the API reports what is wrong with it.
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
