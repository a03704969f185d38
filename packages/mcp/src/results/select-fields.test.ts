import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFields, selectFields, selectSchema } from './select-fields.ts';

describe('chosen fields', () => {
  const record = { code: 'A', prices: { EUR: 1, USD: 2 }, images: [{ url: 'x', altText: 'y' }], name: null };

  it.each([
    [['code'], { code: 'A' }],
    [['name', 'prices.EUR'], { prices: { EUR: 1 }, name: null }],
    [['images.url'], { images: [{ url: 'x' }] }],
    [['prices', 'prices.EUR'], { prices: { EUR: 1, USD: 2 } }],
    [['prices.EUR', 'prices'], { prices: { EUR: 1, USD: 2 } }],
    [['nothing', 'code.deeper'], { code: 'A' }],
  ])('%j', (fields, expected) => {
    expect(selectFields(record, fields)).toEqual(expected);
    expect(selectFields([record, record], fields)).toEqual([expected, expected]);
  });

  it('are a part of the record, whatever the choice', () => {
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

  it('are all fields when none is named', () => {
    expect(parseFields(undefined, {})).toBeNull();
    expect(parseFields([], {})).toBeNull();
    expect(() => parseFields([1], {})).toThrow();
  });

  it('are refused if a record has no such field', () => {
    const images = { type: 'array', items: { type: 'object', properties: { url: {} } } };
    const schema = {
      type: 'array',
      items: { type: 'object', properties: { code: {}, prices: { type: 'object' }, images } },
    };
    const valid = ['code', 'prices.EUR.amount', 'images.url'];
    expect(parseFields(valid, schema)).toEqual(valid);
    expect(() => parseFields(['title'], schema)).toThrow(
      expect.objectContaining({
        details: { fieldErrors: { fields: 'There is no "title" in "title". There are: code, prices, images.' } },
      }),
    );
    expect(() => parseFields(['images.uri'], schema)).toThrow(
      expect.objectContaining({ details: { fieldErrors: { fields: expect.stringContaining('There are: url.') } } }),
    );
  });

  it('reduce a schema to what they show', () => {
    const object = (properties: object) => ({ type: 'object', properties });
    const schema = { type: 'array', items: object({ code: { type: 'string' }, parent: object({ id: {}, code: {} }) }) };
    expect(selectSchema(schema, ['parent.code'])).toEqual({
      type: 'array',
      items: object({ parent: object({ code: {} }) }),
    });
  });
});
