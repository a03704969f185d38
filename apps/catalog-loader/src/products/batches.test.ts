import { BulkRequestSchema } from '@product-content/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlannedProduct } from '../load-plan.ts';
import { type BatchLimits, toBatches } from './batches.ts';

async function batchesOf(products: PlannedProduct[], limits?: BatchLimits): Promise<PlannedProduct[][]> {
  const batches: PlannedProduct[][] = [];
  async function* stream() {
    yield* products;
  }
  for await (const batch of toBatches(stream(), limits)) batches.push(batch);
  return batches;
}

describe('bulk requests', () => {
  it('contain every product once and in order, within the limits', async () => {
    const product = fc.record({ sku: fc.stringMatching(/^[A-Z]{1,8}$/), name: fc.string({ unit: 'grapheme' }) });
    const limits = fc.record({ items: fc.integer({ min: 1, max: 7 }), bytes: fc.integer({ min: 70, max: 500 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(product, { maxLength: 40 }), limits, async (products, limit) => {
        const batches = await batchesOf(products, limit);
        expect(batches.flat()).toEqual(products);
        for (const items of batches) {
          expect(items.length).toBeGreaterThan(0);
          expect(items.length).toBeLessThanOrEqual(limit.items);
          expect(items.length === 1 || Buffer.byteLength(JSON.stringify({ items })) <= limit.bytes).toBe(true);
        }
      }),
    );
  });

  it('are those of the contract, 500 products at most', async () => {
    const products = Array.from({ length: 1_001 }, (_, index) => ({ sku: `A${index}` }));
    const batches = await batchesOf(products);
    expect(batches.map((items) => items.length)).toEqual([500, 500, 1]);
    for (const items of batches) expect(BulkRequestSchema.safeParse({ items }).success).toBe(true);
  });
});
