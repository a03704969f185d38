import { ApiError } from '@contract-kit/http-spec';
import { anyText } from '@product-content/test-support/hostile/any-text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cursor, createCursorCodec, maxCursorLength } from './cursor-codec.ts';

const codec = createCursorCodec({ secret: 'a secret of these tests' });

const cursors: fc.Arbitrary<Cursor> = fc.record({
  values: fc.array(
    fc.oneof(
      anyText({ maxLength: 50 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.bigInt().map(String),
      fc.constant(null),
    ),
    { maxLength: 4 },
  ),
  id: fc.string(),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

function fieldErrorsOf(decode: () => unknown): unknown {
  try {
    decode();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_failed') return error.details?.fieldErrors;
    throw error;
  }
  throw new Error('The cursor was accepted.');
}

describe('a cursor', () => {
  test('can be parsed back unchanged', () => {
    fc.assert(
      fc.property(cursors, fc.string(), (cursor, list) => {
        expect(codec.decode(codec.encode(cursor, list), list)).toEqual(cursor);
      }),
    );
  });

  test('needs no escaping in a URL', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(codec.encode(cursor, 'list')).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  test('is refused when any character of it is changed, dropped or added', () => {
    const text = codec.encode({ values: ['2025-01-01', 4], id: 'prd_1', direction: 'desc' }, 'list');
    const expected = { cursor: expect.stringContaining('Is not a cursor') };
    for (let index = 0; index <= text.length; index += 1) {
      const [before, after] = [text.slice(0, index), text.slice(index)];
      for (const changed of [
        `${before}${text[index] === 'A' ? 'B' : 'A'}${after.slice(1)}`,
        `${before}A${after}`,
        `${before}.${after}`,
      ]) {
        expect(fieldErrorsOf(() => codec.decode(changed, 'list'))).toEqual(expected);
      }
      if (index < text.length) expect(fieldErrorsOf(() => codec.decode(before, 'list'))).toEqual(expected);
    }
  });

  test('is refused when it was signed with another secret', () => {
    const other = createCursorCodec({ secret: 'another secret of tests' });
    const text = other.encode({ values: [], id: 'prd_1', direction: 'asc' }, 'list');
    expect(fieldErrorsOf(() => codec.decode(text, 'list'))).toHaveProperty('cursor');
  });

  test('is refused for another list, with advice to start again', () => {
    const text = codec.encode({ values: ['a'], id: 'prd_1', direction: 'asc' }, 'status=draft&sort=name');
    expect(fieldErrorsOf(() => codec.decode(text, 'status=approved&sort=name'))).toEqual({
      cursor: expect.stringContaining('Belongs to another filter'),
    });
  });

  test.each(['', 'x', '====', '"><script>', 'A'.repeat(5000), '\u0000', 'é', 'null'])('cannot be %j', (text) => {
    expect(fieldErrorsOf(() => codec.decode(text, 'list'))).toHaveProperty('cursor');
  });

  test('carries 500 characters of any script', () => {
    const values = ['\u{1F600}'.repeat(500)];
    const text = codec.encode({ values, id: 'prd_1', direction: 'asc' }, 'list');
    expect(text.length).toBeLessThanOrEqual(maxCursorLength);
    expect(codec.decode(text, 'list').values).toEqual(values);
  });

  test('cannot be made of values that could not be restored', () => {
    const encode = (values: Cursor['values']) => codec.encode({ values, id: 'prd_1', direction: 'asc' }, 'list');
    expect(() => encode([Number.NaN])).toThrow(TypeError);
    expect(() => encode(['x'.repeat(4096)])).toThrow(RangeError);
  });

  test('needs a secret of at least 16 bytes', () => {
    expect(() => createCursorCodec({ secret: 'short' })).toThrow(RangeError);
  });
});
