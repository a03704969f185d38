import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalParts, toCanonicalJson } from './canonical-json.ts';
import { type BodyPart, fingerprintOf, fingerprintOfParts } from './fingerprint.ts';

const target = { method: 'POST', path: '/todos', query: 'include=items' };

/** The same value with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value).reverse()) copy[name] = reversed(member);
  return copy;
}

/** Small enough that equal pairs are met. */
const smallValue = fc.jsonValue({ maxDepth: 1, depthSize: 'small' });

/** JSON knows no negative zero. */
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a fingerprint', () => {
  test('does not depend on the order of members', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await fingerprintOf(target, reversed(value))).toBe(await fingerprintOf(target, value));
      }),
    );
  });

  test('reads a value in pieces that form its canonical text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect([...canonicalParts(value)].join('')).toBe(toCanonicalJson(value));
      }),
    );
    const odd = { b: undefined, a: [undefined, new Date(0), { toJSON: () => ({ z: 1, y: 2 }) }], 2: 1 };
    expect([...canonicalParts(odd)].join('')).toBe(toCanonicalJson(odd));
  });

  test('differs exactly when the values differ', async () => {
    await fc.assert(
      fc.asyncProperty(smallValue, smallValue, async (left, right) => {
        const same = isDeepStrictEqual(asSent(left), asSent(right));
        expect((await fingerprintOf(target, left)) === (await fingerprintOf(target, right))).toBe(same);
      }),
    );
  });

  test.each([
    ['a number and a string', { a: 1 }, { a: '1' }],
    ['null and a missing member', { a: null }, {}],
    ['an empty list and an empty object', [], {}],
    ['the order of a list', [1, 2], [2, 1]],
    ['no body and null', undefined, null],
    ['a text and its bytes', 'a', Buffer.from('a')],
    ['a list and its only item', [1], 1],
    ['infinity and null', Number.POSITIVE_INFINITY, null],
    ['nested and flat', { a: { b: 1 } }, { 'a.b': 1 }],
  ])('distinguishes %s', async (_, left, right) => {
    expect(await fingerprintOf(target, left)).not.toBe(await fingerprintOf(target, right));
  });

  test.each([
    ['method', { method: 'PUT' }],
    ['path', { path: '/todos/1' }],
    ['query', { query: '' }],
  ])('depends on the %s', async (_, change) => {
    expect(await fingerprintOf({ ...target, ...change }, {})).not.toBe(await fingerprintOf(target, {}));
  });

  test('of a multipart request depends on names, types, file names and contents', () => {
    const part: BodyPart = { name: 'file', mediaType: 'text/csv', fileName: 'a.csv', contentHash: 'h1' };
    const variants: BodyPart[] = [
      part,
      { ...part, name: 'other' },
      { ...part, mediaType: null },
      { ...part, fileName: 'b.csv' },
      { ...part, contentHash: 'h2' },
    ];
    const fingerprints = variants.map((variant) => fingerprintOfParts(target, [variant]));
    expect(new Set(fingerprints).size).toBe(variants.length);
    expect(fingerprintOfParts(target, [{ ...part }])).toBe(fingerprints[0]);
  });

  test('refuses what JSON cannot hold', async () => {
    await expect(fingerprintOf(target, { a: 1n })).rejects.toThrow(TypeError);
  });
});
