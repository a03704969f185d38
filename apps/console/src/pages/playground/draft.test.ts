import { describe, expect, it } from 'vitest';
import { draftOf, inputsOf, isTryable, toInput } from './draft.ts';

describe('a draft of the playground', () => {
  it('begins with the example of the contract as its body', () => {
    const { body } = draftOf('products.create', {});
    expect(JSON.parse(body)).toMatchObject({ sku: 'MUG-BLUE' });
  });

  it('gives values of the query the types of the contract, and leaves invalid ones to the server', () => {
    const query = { limit: '10', status: 'draft,approved', has_images: 'true', completeness_min: 'much', q: '' };
    expect(toInput('products.list', { params: {}, query, body: '', ifMatch: '' })).toEqual({
      query: { limit: 10, status: ['draft', 'approved'], has_images: true, completeness_min: 'much' },
    });
  });

  it('takes If-Match only where the operation compares it, and no body that is not JSON', () => {
    const draft = { params: { idOrSku: 'MUG' }, query: {}, body: '{"price":1}', ifMatch: '"3"' };
    expect(inputsOf('products.patch').takesTag).toBe(true);
    expect(toInput('products.patch', draft)).toEqual({
      params: { idOrSku: 'MUG' },
      body: { price: 1 },
      ifMatch: '"3"',
    });
    expect(() => toInput('products.patch', { ...draft, body: '{' })).toThrow(SyntaxError);
  });

  it('ignores what an address has in place of its values', () => {
    expect(draftOf('products.get', { params: 'nonsense', query: '[1]' }).params).toEqual({});
  });

  it('offers no operation that takes a file', () => {
    expect(isTryable('imports.create')).toBe(false);
    expect(isTryable('products.bulk')).toBe(true);
  });
});
