import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFields, selectFields } from './select-fields.ts';

describe('chosen fields', () => {
  const record = { sku: 'A', prices: { EUR: 1, USD: 2 }, images: [{ url: 'x', altText: 'y' }], name: null };

  it.each([
    [['sku'], { sku: 'A' }],
    [['name', 'prices.EUR'], { prices: { EUR: 1 }, name: null }],
    [['images.url'], { images: [{ url: 'x' }] }],
    [['prices', 'prices.EUR'], { prices: { EUR: 1, USD: 2 } }],
    [['prices.EUR', 'prices'], { prices: { EUR: 1, USD: 2 } }],
    [['nothing', 'sku.deeper'], { sku: 'A' }],
  ])('%j', (fields, expected) => {
    expect(selectFields(record, fields)).toEqual(expected);
    expect(selectFields([record, record], fields)).toEqual([expected, expected]);
  });

  it('are a part of the record, whatever is chosen', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
      .map((names) => names.join('.'));
    const value = fc.object({ key: fc.constantFrom('a', 'b', 'c'), maxDepth: 3 });
    fc.assert(
      fc.property(value, fc.array(path, { minLength: 1 }), (whole, fields) => {
        expect(whole).toMatchObject(selectFields(whole, fields) as object);
      }),
    );
  });

  it('are all of them when none is named', () => {
    expect(parseFields(undefined)).toBeNull();
    expect(parseFields([])).toBeNull();
    expect(() => parseFields([1])).toThrow();
  });
});
