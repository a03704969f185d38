import { describe, expect, it } from 'vitest';
import { parseJsonBody, parseNdjson } from './parse-text.ts';

const parse = (text: string) => parseJsonBody(Buffer.from(text));
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
    expect(() => parseJsonBody(bytes)).toThrow(
      expect.objectContaining({ code: 'bad_request', message: 'The body is not valid UTF-8.' }),
    );
  });

  it('names the position of a syntax error, and nothing of the text', () => {
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

  it('takes escapes that stand for ordinary characters', () => {
    expect(parse('{"a":"\\u00e9\\ud83d\\ude00"}')).toEqual({ a: 'é😀' });
  });

  it('does not let __proto__ change any prototype', () => {
    expect(() => parse('{"__proto__":{"polluted":true}}')).toThrow();
    expect('polluted' in {}).toBe(false);
  });

  it('may nest 64 levels and no more', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parse(nested(64))).not.toThrow();
    expect(Object.values(fieldsOf(() => parse(nested(65))) as object)).toEqual(['Nested deeper than 64 levels.']);
  });

  it('refuses ten megabytes of brackets without parsing them', () => {
    expect(fieldsOf(() => parse('['.repeat(10 * 1024 * 1024)))).toEqual({ _root: 'Nested deeper than 64 levels.' });
  });

  it('keeps large bodies that are shallow', () => {
    const items = Array.from({ length: 5000 }, (_, index) => ({ index, text: '[{"\\' }));
    expect(parse(JSON.stringify({ items }))).toEqual({ items });
  });
});

describe('an NDJSON body', () => {
  it('has one value a line; empty lines and carriage returns are skipped', () => {
    expect(parseNdjson('{"a":1}\r\n\n[2]\n"x"')).toEqual([{ a: 1 }, [2], 'x']);
  });

  it('names line and position of a syntax error', () => {
    expect(() => parseNdjson('{"a":1}\n{"a":}\n')).toThrow('(line 2, position 5)');
  });
});
