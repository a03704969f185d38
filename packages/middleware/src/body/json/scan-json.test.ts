import { type JsonBounds, jsonBoundsOf } from '@contract-kit/http-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from './scan-json.ts';

const wide = jsonBoundsOf(10 * 1024 * 1024);
const scan = (text: string, bounds: Partial<JsonBounds> = {}) => scanJson(Buffer.from(text), { ...wide, ...bounds });
const problemOf = (text: string, bounds: Partial<JsonBounds>) => scan(text, bounds).excess?.problem;

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce((sum: number, member) => sum + countOf(member), 0);
}

function maxMembersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Math.max(own, ...Object.values(value).map(maxMembersOf));
}

/** JSON text, with white space in it or without. */
const spaced = (value: unknown, indent: number) => JSON.stringify(value, null, indent);

describe('the bounds of JSON text', () => {
  it('count values, whatever its texts contain', () => {
    const texts = fc.string({ unit: fc.constantFrom('"', '\\', '{', '[', ',', ':', 'é', 'a'), maxLength: 50 });
    const values = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 5 }, texts, fc.double({ noNaN: true }), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 5 }),
      object: fc.dictionary(texts, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    })).value;
    fc.assert(
      fc.property(values, fc.constantFrom(0, 2), (value, indent) => {
        const text = spaced(value, indent);
        expect(scan(text)).toMatchObject({ excess: null, values: countOf(value) });
        const exact = { depth: depthOf(value), values: countOf(value), members: Math.max(1, maxMembersOf(value)) };
        expect(scan(text, exact).excess).toBeNull();
        if (exact.depth > 0) expect(scan(text, { depth: exact.depth - 1 }).excess).not.toBeNull();
        if (exact.values > 1) expect(scan(text, { values: exact.values - 1 }).excess).not.toBeNull();
        if (exact.members > 1) expect(scan(text, { members: exact.members - 1 }).excess).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['[[[1]]]', { depth: 2 }, 'Nested deeper than 2 levels.'],
    ['[1,[2,3],{"a":4}]', { values: 6 }, 'Must have at most 6 values in all.'],
    ['{"a":1,"b":2,"c":3}', { members: 2 }, 'Must have at most 2 members.'],
    ['{"a":{"bcd":1}}', { keyBytes: 2 }, 'Must not have keys of more than 2 bytes.'],
    ['{"a":"long text"}', { keyBytes: 2 }, undefined],
    ['[-1234.5e10]', { numberBytes: 5 }, 'Must not have more than 5 digits.'],
    ['["123456789"]', { numberBytes: 5 }, undefined],
  ])('of %s within %j: %s', (text, bounds, problem) => {
    expect(problemOf(text, bounds)).toBe(problem);
  });

  it('apply to texts that are not JSON too', () => {
    for (const text of ['', '"', '"\\', '{"a', '}}}', '[,,,]', '{"a":}', '\\', '{"a"1', `"${'\\"'.repeat(100)}`]) {
      expect(scan(text).excess).toBeNull();
    }
    expect(problemOf('['.repeat(1_000_000), {})).toBe('Nested deeper than 64 levels.');
  });

  it('end the scan at the first excess', () => {
    const bytes = Buffer.from('['.repeat(100));
    const read = new Proxy(bytes, {
      get(target, name) {
        if (name === '70') throw new Error('read on');
        return Reflect.get(target, name, target);
      },
    });
    expect(scanJson(read, wide).excess?.problem).toBe('Nested deeper than 64 levels.');
  });
});

describe('the elements of a list', () => {
  const elementsOf = (text: string, bounds: Partial<JsonBounds> = {}, itemLimit = 1000) => {
    const bytes = Buffer.from(text);
    const list = { field: 'items', maxItems: 5, itemLimit, bounds: { ...wide, ...bounds } };
    const { elements, excess } = scanJson(bytes, wide, { list });
    const found = elements.map(({ start, end, ...element }) => ({
      text: bytes.toString('utf8', start, end),
      problem: element.excess?.problem,
    }));
    return { found, excess };
  };

  it.each([
    ['{"items":[]}', []],
    ['{"items":[ ]}', []],
    ['{"items":[1]}', ['1']],
    ['{ "a" : [9, 8], "items" : [ {"x":[1,2]} , "a,]" ,\n[] ], "b": [7] }', ['{"x":[1,2]}', '"a,]"', '[]']],
    ['{"a":{"items":[1,2]}}', []],
    ['{"items":{"a":[1,2]}}', []],
    ['["items",[1,2]]', []],
    ['[{"items":[1,2]}]', []],
  ])('of %s are %j', (text, elements) => {
    expect(elementsOf(text).found.map((element) => element.text)).toEqual(elements);
  });

  it('exceed limits individually', () => {
    const text = '{"items":[[[1]],{"a":1,"b":2},[1,2,3,4],"ok",{"abc":1}]}';
    const bounds = { depth: 1, members: 1, values: 4, keyBytes: 2 };
    expect(elementsOf(text, bounds).found.map(({ problem }) => problem)).toEqual([
      'Nested deeper than 1 levels.',
      'Must have at most 1 members.',
      'Must have at most 4 values in all.',
      undefined,
      'Must not have keys of more than 2 bytes.',
    ]);
    expect(elementsOf('{"items":["aaaa","b"]}', {}, 5).found.map(({ problem }) => problem)).toEqual([
      'Must have at most 5 bytes.',
      undefined,
    ]);
  });

  it('are at most as many as the list accepts', () => {
    expect(elementsOf('{"items":[1,2,3,4,5]}').excess).toBeNull();
    expect(elementsOf('{"items":[1,2,3,4,5,6,7]}').excess?.problem).toBe('Must have at most 5 items.');
  });
});

describe('a repeated key in an object', () => {
  const repeatedIn = (text: string) => {
    const { excess } = scan(text);
    return excess === null ? null : [excess.problem, text.slice(0, excess.at)];
  };

  it.each([
    ['{"a":1,"a":2}', '{"a":1,"a"'],
    ['{"b":{"a":1,"c":[{"a":2}],"a":3}}', '{"b":{"a":1,"c":[{"a":2}],"a"'],
    ['{"a":1,"\\u0061":2}', '{"a":1,"\\u0061"'],
    ['{"\\u0061":1,"a":2}', '{"\\u0061":1,"a"'],
    ['{"/":1,"\\/":2}', '{"/":1,"\\/"'],
    ['{"":1,"":2}', '{"":1,""'],
    ['{"a":{"x":1}, "b":2 , "a" : {}}', '{"a":{"x":1}, "b":2 , "a"'],
  ])('is found in %s', (text, before) => {
    expect(repeatedIn(text)).toEqual([null, before]);
  });

  it.each([
    '{"a":1,"A":2}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":1,"\\\\u0061":2}',
    '{"\\ud800":1,"\\udbff":2}',
    '{"a":"a","b":["a","a"]}',
    '{"é":1,"é":2}',
  ])('is not reported in %s', (text) => {
    expect(repeatedIn(text)).toBeNull();
  });

  it('is found exactly when there is one, whatever the keys are', () => {
    const key = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', 'é', '\ud83d\ude00'), maxLength: 3 });
    fc.assert(
      fc.property(fc.array(key, { maxLength: 40 }), fc.integer({ min: 0, max: 40 }), (keys, escaped) => {
        const written = keys.map((text, index) =>
          index === escaped ? `"${[...text].map(toEscape).join('')}"` : JSON.stringify(text),
        );
        const first = keys.findIndex((text, index) => keys.indexOf(text) < index);
        const { excess } = scan(`{${written.map((text) => `${text}:0`).join()}}`);
        const before = first === -1 ? null : `{${written.slice(0, first + 1).join(':0,')}`;
        expect(excess?.at).toBe(before === null ? undefined : Buffer.byteLength(before));
      }),
      { numRuns: 500 },
    );
  });

  it('is found among ten thousand keys', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `"key${index}":1`);
    expect(scan(`{${keys.join()}}`).excess).toBeNull();
    expect(scan(`{${[...keys, '"key5000":2'].join()}}`).excess).toMatchObject({ problem: null });
  });
});

/** Each UTF-16 unit as an escape. */
const toEscape = (char: string) =>
  Array.from({ length: char.length }, (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`).join(
    '',
  );
