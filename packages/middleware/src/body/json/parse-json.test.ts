import { type JsonBounds, jsonBoundsOf } from '@contract-kit/http-spec';
import { describe, expect, it } from 'vitest';
import { parseJsonBody } from './parse-json.ts';

const limit = 10 * 1024 * 1024;
const parse = (text: string, own: Partial<JsonBounds> = {}) =>
  parseJsonBody(Buffer.from(text), jsonBoundsOf(limit, own));
const fieldsOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return (error as { details?: { fieldErrors?: unknown } }).details?.fieldErrors;
  }
  return undefined;
};

describe('a JSON body', () => {
  it('may start with a byte order mark', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it('must be valid UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect(() => parseJsonBody(bytes, jsonBoundsOf(limit))).toThrow(
      expect.objectContaining({ code: 'bad_request', message: 'The body is not valid UTF-8.' }),
    );
  });

  it('names the position of a syntax error without quoting the text', () => {
    expect(() => parse('{"secret":x}')).toThrow(
      'The body is not valid JSON: it has an unexpected character (position 10).',
    );
    expect(() => parse('{"secret":')).toThrow('The body is not valid JSON: it ends too early (position 10).');
  });

  it.each([
    ['{"a":{"b":["x","\\u0000"]}}', { 'a.b.1': 'Must not contain NUL characters.' }],
    ['{"a":"\\ud800"}', { a: 'Must not contain lone surrogates.' }],
    ['{"a":"\\udc00\\ud800"}', { a: 'Must not contain lone surrogates.' }],
    ['"\\u0000"', { _root: 'Must not contain NUL characters.' }],
    ['{"a":{"__proto__":{"x":1}}}', { 'a.__proto__': 'This key is reserved.' }],
    ['{"a":{"__\\u0070roto__":1}}', { 'a.__proto__': 'This key is reserved.' }],
    ['{"a\\u0000":1}', { 'a\u0000': 'Must not contain NUL characters.' }],
  ])('is refused with 422 at the path for %s', (text, fields) => {
    expect(fieldsOf(() => parse(text))).toEqual(fields);
  });

  it.each([
    ['{"prices":{"EUR":1,"USD":2,"EUR":3}}', 'The body names prices.EUR more than once.'],
    ['{"prices":{"EUR":1,"\\u0045UR":3}}', 'The body names prices.EUR more than once.'],
    ['\ufeff[{},{"a":1,"a":1}]', 'The body names 1.a more than once.'],
    ['{"a":1,"a":"\\u0000"}', 'The body names a more than once.'],
  ])('is refused with 400 at the path of a repeated key: %s', (text, message) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'bad_request', message }));
  });

  it('names at most twenty texts that cannot be stored', () => {
    const texts = Array.from({ length: 1000 }, () => '"\\u0000"');
    expect(Object.keys(fieldsOf(() => parse(`[${texts.join()}]`)) as object)).toHaveLength(20);
  });

  it('accepts escapes of ordinary characters', () => {
    expect(parse('{"a":"\\u00e9\\ud83d\\ude00"}')).toEqual({ a: 'é😀' });
  });

  it('does not let __proto__ change any prototype', () => {
    expect(() => parse('{"__proto__":{"polluted":true}}')).toThrow();
    expect('polluted' in {}).toBe(false);
  });

  it('may nest at most 64 levels', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parse(nested(64))).not.toThrow();
    expect(fieldsOf(() => parse(nested(65)))).toEqual({ _root: 'Nested deeper than 64 levels.' });
  });

  it.each([
    ['{"a":{"b c":[1,{"x":1,"y":2,"z":3}]}}', { members: 2 }, { 'a.b c.1': 'Must have at most 2 members.' }],
    ['{"a":[[],{"k":{"long":1}}]}', { keyBytes: 3 }, { 'a.1.k': 'Must not have keys of more than 3 bytes.' }],
    ['{"a":[7,12345]}', { numberBytes: 4 }, { 'a.1': 'Must not have more than 4 digits.' }],
    ['{"\\u0061":{"x":1,"y":2}}', { members: 1 }, { a: 'Must have at most 1 members.' }],
    ['{"a":1,"b":2}', { members: 1 }, { _root: 'Must have at most 1 members.' }],
    ['[1,2,3]', { values: 3 }, { _root: 'Must have at most 3 values in all.' }],
  ])('is refused with 422 where it exceeds a limit: %s', (text, bounds, fields) => {
    expect(fieldsOf(() => parse(text, bounds))).toEqual(fields);
  });

  it('is checked against limits before any of it is parsed', () => {
    for (const text of ['['.repeat(limit), `[${'{},'.repeat(limit / 3 - 1)}1]`, `{${'"k":1,'.repeat(limit / 6 - 1)}`]) {
      expect(Object.keys(fieldsOf(() => parse(text)) as object)).toEqual(['_root']);
    }
  });

  it('accepts large shallow bodies', () => {
    const items = Array.from({ length: 5000 }, (_, index) => ({ index, text: '[{"\\' }));
    expect(parse(JSON.stringify({ items }))).toEqual({ items });
  });
});
