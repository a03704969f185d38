import { limits } from '@product-content/contract';
import type { PlannedProduct } from '../load-plan.ts';

/** Products of one bulk request and its body. */
export interface Batch {
  readonly products: readonly PlannedProduct[];
  /** JSON text of a BulkRequest. */
  readonly body: string;
}

export interface BatchLimits {
  readonly items: number;
  /** Greatest size of a body in bytes. */
  readonly bytes: number;
}

const envelope = { head: '{"items":[', tail: ']}' } as const;

/** Room for the envelope and a comma after each item. */
const spareBytes = 4_096;

/**
 * Gathers products into bulk requests: as many as the API takes at once, in their order.
 * One product that is larger than a body goes alone, and the API says what is wrong with it.
 */
export async function* toBatches(
  products: AsyncIterable<PlannedProduct>,
  { items, bytes }: BatchLimits = { items: limits.bulkItems, bytes: limits.bulkBody },
): AsyncGenerator<Batch> {
  let gathered: PlannedProduct[] = [];
  let texts: string[] = [];
  let size = 0;
  const take = (): Batch => {
    const batch = { products: gathered, body: `${envelope.head}${texts.join(',')}${envelope.tail}` };
    gathered = [];
    texts = [];
    size = 0;
    return batch;
  };
  for await (const product of products) {
    const text = JSON.stringify(product);
    const length = Buffer.byteLength(text);
    if (gathered.length === items || (gathered.length > 0 && size + length > bytes - spareBytes)) yield take();
    gathered.push(product);
    texts.push(text);
    size += length;
  }
  if (gathered.length > 0) yield take();
}
