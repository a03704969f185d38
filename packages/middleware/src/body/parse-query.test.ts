import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';

const plain = (text: string | null) => ({ ...parseQuery(text) });

describe('a query string', () => {
  it.each([
    [null, {}],
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=%C3%A9+x', { a: 'é x' }],
    ['&&a=1&', { a: '1' }],
    ['a[b]=1', { 'a[b]': '1' }],
  ])('of %j is %j', (text, expected) => {
    expect(plain(text)).toEqual(expected);
  });

  it('reads what URLSearchParams writes', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !text.includes('\0'));
    const value = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (record) => {
        const text = new URLSearchParams(record).toString();
        expect(Object.entries(parseQuery(text)).sort()).toEqual(Object.entries(record).sort());
      }),
    );
  });

  it('has a parameter named __proto__ like any other', () => {
    expect(Object.keys(parseQuery('__proto__=1'))).toEqual(['__proto__']);
  });

  it.each(['a=%zz', 'a=%', 'a=%C3', 'a=%ED%A0%80'])('is refused with 400 naming the parameter: %s', (text) => {
    expect(() => parseQuery(text)).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: 'The query parameter "a" has malformed percent-encoding.',
      }),
    );
  });

  it('is refused with 422 naming the parameter that has a NUL', () => {
    expect(() => parseQuery('ok=1&a=x%00y')).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        details: { fieldErrors: { a: 'Must not contain NUL characters.' } },
      }),
    );
  });

  it('may have at most a thousand parameters', () => {
    expect(() => parseQuery('a=1&'.repeat(1001))).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });
});
