import type { MappingEntry } from '@product-content/contract';
import { describe, expect, it } from 'vitest';
import type { ChannelProduct } from '../../src/features/channels/mapping/channel-product.ts';
import type { ChannelValues } from '../../src/features/channels/mapping/compile-mapping.ts';
import type { Platform, PublishedItem } from '../../src/features/channels/platforms/platform.ts';

export interface PlatformSamples<Settings> {
  readonly settings: Settings;
  /** Values of a product that the platform accepts without an error. */
  readonly good: ChannelValues;
}

/** A product as a channel sees it, for adapters that need more than the values. */
export const sampleProduct = {
  id: 'prd_01k9f2v6m8e5fa1s3tqzc7d4xb',
  sku: 'MUG-BLUE',
  type: 'simple',
  status: 'approved',
  version: 1,
  name: 'Blue mug',
  price: 9.9,
  currency: 'EUR',
  locale: 'en',
} as unknown as ChannelProduct;

/**
 * The conformance tests of every platform.
 *
 * @example
 * describePlatform(priceList, { settings: {}, good: { sku: 'MUG', price: 9.9 } });
 */
export function describePlatform<Settings>(platform: Platform<Settings>, samples: PlatformSamples<Settings>): void {
  const { settings, good } = samples;
  const prepare = (values: ChannelValues) =>
    platform.prepare(values, { product: sampleProduct, settings, currency: 'EUR' });
  const item = (sku: string): PublishedItem => ({ productId: sku, sku, version: 1, payload: prepare(good).payload });

  describe(`the platform ${platform.name}`, () => {
    it('takes a good product without an error', () => {
      expect(prepare(good).issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    });

    it('makes the same JSON of the same values', () => {
      const { payload } = prepare(good);
      expect(prepare(structuredClone(good))).toEqual(prepare(good));
      expect(JSON.parse(JSON.stringify(payload))).toEqual(payload);
    });

    it('reports unknown and missing values as issues and does not throw', () => {
      const others: ChannelValues[] = [{}, { constructor: 'x', __other: ['y', 1, true] }];
      for (const values of others) {
        expect(prepare(values).issues).toBeInstanceOf(Array);
      }
    });

    it('has a mapping of its own with fields it knows, each once', () => {
      const targets = platform.defaultMapping(settings).map(({ target }: MappingEntry) => target);
      expect(new Set(targets).size).toBe(targets.length);
      expect(targets.filter((target) => platform.fields?.has(target) === false)).toEqual([]);
    });

    const { delivery } = platform;
    if (delivery.kind === 'batches') {
      it('sends at least one product in a batch', () => expect(delivery.batchSize(settings)).toBeGreaterThan(0));
      return;
    }

    it('writes each item once, and a file of none', async () => {
      const fields = Object.keys(good);
      const context = { channel: { id: 'chn_1', code: 'code', name: 'Name' }, settings, fields };
      const given: string[] = [];
      async function* items(skus: readonly string[]) {
        for (const sku of skus) {
          given.push(sku);
          yield item(sku);
        }
      }
      let text = '';
      for await (const piece of delivery.write(items(['A', 'B', 'C']), context)) text += piece;
      expect(given).toEqual(['A', 'B', 'C']);
      let empty = '';
      for await (const piece of delivery.write(items([]), context)) empty += piece;
      expect(text).not.toBe(empty);
      expect(delivery.format(settings)).toEqual({
        name: expect.stringMatching(/^[a-z]+$/),
        contentType: expect.any(String),
      });
    });
  });
}
