import { type ApiError, type BatchPolicy, InvalidItem, type JsonBounds, jsonBoundsOf } from '@contract-kit/http-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonError } from './json-syntax.ts';
import { parseJsonBatch } from './parse-batch.ts';
import { parseNdjsonBatch } from './parse-ndjson.ts';

const batch: BatchPolicy = { field: 'items', maxItems: 500, itemLimit: 1000, itemBounds: { members: 3, values: 100 } };
const bytesOf = (...parts: readonly (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))));
const bounds = (own: Partial<JsonBounds> = {}) => jsonBoundsOf(1_000_000, own);

/** The items, each invalid one as what is wrong with it. */
function shown(body: unknown): unknown[] {
  const { items } = body as { items: unknown[] };
  return items.map((item) => (item instanceof InvalidItem ? problemOf(item.error) : item));
}

const problemOf = ({ code, message, details }: ApiError) => details?.fieldErrors ?? `${code}: ${message}`;

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return problemOf(error as ApiError);
  }
  return undefined;
}

describe('a batch as JSON', () => {
  const parse = (...parts: readonly (string | number)[]) => parseJsonBatch(bytesOf(...parts), bounds(), batch);

  it('equals the result of JSON.parse if no key is reserved', async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const members = fc.dictionary(fc.constantFrom('a', 'items', 'é'), fc.oneof(fc.array(value), value), {
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(members, fc.constantFrom(0, 2), fc.boolean(), async (body, indent, hasMark) => {
        const text = JSON.stringify(body, null, indent);
        fc.pre(!text.includes('"__proto__"'));
        const wide = { ...batch, itemLimit: 1_000_000, itemBounds: {} };
        const bytes = Buffer.from(hasMark ? `\ufeff${text}` : text);
        expect(await parseJsonBatch(bytes, bounds(), wide)).toEqual(JSON.parse(text));
      }),
      { numRuns: 100 },
    );
  });

  it('limits problems inside an item to that item', async () => {
    const body = await parse(
      '{"mode":"x","items":[{"key":"A"},{"key":"B","n":"\\u0000"},{"a":"\\ud800"},{"a":1,"b":2,"c":3,"d":4},',
      `${'['.repeat(70)}${']'.repeat(70)},"${'x'.repeat(1000)}",{"__proto__":1},{"a":"`,
      0xc3,
      '"},{"key":"Z"}]}',
    );
    expect(shown(body)).toEqual([
      { key: 'A' },
      { n: 'Must not contain NUL characters.' },
      { a: 'Must not contain lone surrogates.' },
      { _root: 'Must have at most 3 members.' },
      { _root: 'Nested deeper than 64 levels.' },
      { _root: 'Must have at most 1000 bytes.' },
      { ['__proto__']: 'This key is reserved.' },
      'bad_request: The item is not valid UTF-8.',
      { key: 'Z' },
    ]);
    expect(body).toHaveProperty('mode', 'x');
    expect((body as { items: InvalidItem[] }).items[1]?.value).toEqual({ key: 'B', n: '\u0000' });
  });

  it.each([
    ['a NUL', '{"items":[{"a":1}],"mode":"\\u0000"}', { mode: 'Must not contain NUL characters.' }],
    ['a key', '{"items":[1],"a":{"b":{"__proto__":1}}}', { 'a.b.__proto__': 'This key is reserved.' }],
    [
      'values before them',
      `{"a":[${'1,'.repeat(101)}1],"items":[[1,2,3,4,5,6,7,8,9,10]]}`,
      { _root: 'Must have at most 100 values beside its items.' },
    ],
    [
      'values after them',
      `{"items":[[1,2,3,4,5,6,7,8,9,10]],"a":[${'1,'.repeat(101)}1]}`,
      { _root: 'Must have at most 100 values beside its items.' },
    ],
    ['an item too many', `{"items":[${'1,'.repeat(500)}1]}`, { items: 'Must have at most 500 items.' }],
    ['items without end', `{"items":[${'1,'.repeat(50_000)}`, { items: 'Must have at most 500 items.' }],
  ])('is refused as a whole for a problem outside its items: %s', async (_, text, problem) => {
    expect(await failureOf(parse(text))).toEqual(problem);
  });

  it('is refused as a whole for too many values in total', async () => {
    const items = Array.from({ length: 10 }, () => Array.from({ length: 18 }, () => 1));
    const work = parseJsonBatch(Buffer.from(JSON.stringify({ items })), bounds({ values: 150 }), batch);
    expect(await failureOf(work)).toEqual({ _root: 'Must have at most 150 values in all.' });
  });

  it.each([
    '{"items":[{"a":1},{"b":tru}]}',
    '{"items":[{"é":"é"},{"b":01}],"x":1}',
    '{"items":[{"a":1} {"b":2}]}',
    '{"items":[{"a":1},]}',
    '{"items":[,{"a":1}]}',
    '{"items":[{"a":[}},{"b":1}]}',
    '{"items":[{"a":1}],"x":y}',
    '{"items":["é","é"],"x":y}',
    '{"items":[{"a":1}]',
    '{"items":[{"a":1},{"b":',
    '{"items":["a',
    '{"items":[1]]}',
  ])('is 400 at the place where it is not JSON: %s', async (text) => {
    const message = (await failureOf(parse(text))) as string;
    const position = Number(/position (\d+)/.exec(message)?.[1]);
    expect(message).toMatch(/^bad_request: The body is not valid JSON/);
    expect(position).toBe(findJsonError(text).position);
  });

  it('refuses only an item with a repeated key', async () => {
    const body = await parse('{"items":[{"key":"A","a":{"x":1,"x":1}},{"key":"B"},{"a":1,"\\u0061":2}],"mode":"x"}');
    expect(shown(body)).toEqual([
      'bad_request: The item names a.x more than once.',
      { key: 'B' },
      'bad_request: The item names a more than once.',
    ]);
  });

  it.each(['{"mode":"x","items":[1],"mode":"y"}', '{"a":{"mode":1,"mode":2},"items":[1]}'])(
    'is 400 for a repeated key outside its items: %s',
    async (text) => {
      expect(await failureOf(parse(text))).toMatch(/^bad_request: The body names (?:a\.)?mode more than once\.$/);
    },
  );

  it('is 400 when it has its list twice', async () => {
    expect(await failureOf(parse('{"items":[1],"items":[2]}'))).toBe(
      'bad_request: The body names items more than once.',
    );
  });

  it('is 400 when it is not UTF-8 outside its items', async () => {
    expect(await failureOf(parse('{"items":[1],"x":"', 0xff, '"}'))).toBe('bad_request: The body is not valid UTF-8.');
  });
});

describe('a batch as lines of JSON', () => {
  const parse = (...parts: readonly (string | number)[]) => parseNdjsonBatch(bytesOf(...parts), bounds(), batch);

  it('has one item per line; blank lines and white space around it are skipped', async () => {
    expect(await parse('\ufeff{"a":1}\r\n\n \t\r\n [2] \n"x"')).toEqual({ items: [{ a: 1 }, [2], 'x'] });
    expect(await parse('\n\n')).toEqual({ items: [] });
  });

  it('limits problems inside a line to that line', async () => {
    const body = await parse('{"a":1}\n{"a":}\n{"a":"\\u0000"}\n{"a":"', 0xff, '"}\n{"a":1,"b":2,"c":3,"d":4}\n7');
    expect(shown(body)).toEqual([
      { a: 1 },
      'bad_request: The line is not valid JSON: it has an unexpected character (position 5).',
      { a: 'Must not contain NUL characters.' },
      'bad_request: The item is not valid UTF-8.',
      { _root: 'Must have at most 3 members.' },
      7,
    ]);
  });

  it('refuses only a line with a repeated key', async () => {
    expect(shown(await parse('{"a":1,"a":2}\n{"a":1}'))).toEqual([
      'bad_request: The item names a more than once.',
      { a: 1 },
    ]);
  });

  it('is refused as a whole for too many lines, or too many values in total', async () => {
    expect(await failureOf(parse('1\n'.repeat(501)))).toEqual({ items: 'Must have at most 500 items.' });
    const lines = Buffer.from('[1,2,3,4]\n'.repeat(40));
    expect(await failureOf(parseNdjsonBatch(lines, bounds({ values: 199 }), batch))).toEqual({
      _root: 'Must have at most 199 values in all.',
    });
  });
});
