import { describe, expect, it } from 'vitest';
import { readTable } from '#testing/formats/table-files.ts';

const items = [
  { sku: '007', price: 1.5, stock: null, tags: ['a', 'b'], prices: { EUR: 2, USD: { amount: 3 } } },
  { sku: 'é"\\\n', images: [{ url: 'x', role: 'main' }], active: false, empty: {}, none: [] },
];
const records = [
  { sku: '007', price: 1.5, stock: null, tags: ['a', 'b'], 'prices.EUR': 2, 'prices.USD.amount': 3 },
  { sku: 'é"\\\n', images: [{ url: 'x', role: 'main' }], active: false, empty: {}, none: [] },
];

describe('a JSON file', () => {
  it.each([
    ['a list', JSON.stringify(items)],
    ['a list with line breaks', JSON.stringify(items, null, 2)],
    ['an object with products', JSON.stringify({ version: 1, meta: { products: 'no' }, products: items, after: [1] })],
  ])('is %s, whose values keep their types', async (_, text) => {
    const read = await readTable(text);
    expect(read.detected).toMatchObject({ format: 'json', encoding: 'utf-8', delimiter: null, header: null, rows: 2 });
    expect(read.records).toEqual(records);
  });

  it.each(['data.items', 'items'])('has its list at %s', async (itemPath) => {
    const text = JSON.stringify({ products: [1], data: { more: [[]], items } });
    expect((await readTable(text, 'x', { itemPath })).records).toEqual(records);
  });

  it('gives the same result wherever its chunks are split', async () => {
    const long = Array.from({ length: 5000 }, (_, index) => ({ sku: `S-${index}`, text: 'ä"\\]}'.repeat(index % 17) }));
    expect((await readTable(JSON.stringify(long, null, 1))).records).toEqual(long);
  });

  it('reports rows that are not objects, or that have a key twice, as problems', async () => {
    const { rows } = await readTable('[1, null, [], {"a.b": 1, "a": {"b": 2}}, {"a":{"b":3}}]');
    expect(rows.map(({ problem }) => problem)).toEqual([
      { column: null, message: 'The item is a number, not an object.' },
      { column: null, message: 'The item is null, not an object.' },
      { column: null, message: 'The item is a list, not an object.' },
      { column: 'a.b', message: 'The item has two values at a.b.' },
      undefined,
    ]);
  });

  it('keeps names with a meaning for JavaScript objects', async () => {
    const { columns, rows } = await readTable('[{"__proto__": 1, "constructor": {"name": 2}}]');
    expect([columns, rows[0]?.cells]).toEqual([
      ['__proto__', 'constructor.name'],
      [1, 2],
    ]);
  });

  it.each([
    ['{"items": [{}], "x": 1}', /found an object with the keys "items", "x"\. Lists are at: items\./],
    ['{"products": {"a": {}}}', /found an object with the keys "products"\. Name the list/],
    ['[{"a": 1}', /truncated after row 1/],
    ['[{"a": 1}, {"b": ', /truncated in row 2/],
    ['[{"a": 1} {"b": 1}]', /unexpected "\{" after row 1/],
    ['[{"a": 1},]', /unexpected "\]" after row 1/],
    ['[{"a": 1}, {"a": x}]', /not JSON in row 2/],
    ['[{"a": 1}] []', /has ended but more text follows/],
    ['{"a" 1}', /unexpected "1" before the first row/],
    [`[${'['.repeat(100_000)}`, /nests deeper than 64 levels/],
    [`{"a":${'{"a":'.repeat(100)}`, /nests deeper than 64 levels/],
    [`{"products":[],"x":"${'x'.repeat(5 * 1024 * 1024)}"}`, /more than 4194304 characters/],
    [`[{"a":1},{"a":"${'x'.repeat(5 * 1024 * 1024)}"}]`, /more than 4194304 characters in row 2/],
  ])('is refused with the problem and its position (%#)', async (text, message) => {
    await expect(readTable(text, 'x.json')).rejects.toThrow(message);
  });

  it('has no more keys than a table has columns', async () => {
    const text = JSON.stringify([Object.fromEntries(Array.from({ length: 20_000 }, (_, key) => [`k${key}`, 1]))]);
    await expect(readTable(text)).rejects.toThrow('16385 columns; at most 16384');
  });

  it('may have as many values in an item as allowed, and brackets and commas within texts', async () => {
    const list = (length: number) => JSON.stringify([{ a: Array.from({ length }, () => ',[{'), b: '' }]);
    expect((await readTable(list(39_997))).rows).toHaveLength(1);
    await expect(readTable(list(39_999))).rejects.toThrow('Row 1 has more than 40000 values.');
  });

  it('reports cells that are too long as problems', async () => {
    const { rows } = await readTable(JSON.stringify([{ a: 1, b: 'x'.repeat(1024 * 1024 + 1) }]));
    expect(rows[0]?.problem).toEqual({
      column: 'b',
      message: 'The cell has more than 1048576 characters.',
    });
  });
});

describe('an NDJSON file', () => {
  it('has one object per line', async () => {
    const text = `${items.map((item) => JSON.stringify(item)).join('\r\n')}\n\n`;
    const read = await readTable(text);
    expect(read.detected).toMatchObject({ format: 'ndjson', rows: 2 });
    expect(read.records).toEqual(records);
    expect((await readTable('{"sku":"A"}', 'a.jsonl')).detected).toMatchObject({ format: 'ndjson', rows: 1 });
  });

  it('continues after an invalid line', async () => {
    const { rows } = await readTable('{"a":1}\nnot json\n{"a":2}\n7\n{"a":{"b":{"c":1', 'x.ndjson');
    expect(rows.map(({ number, problem }) => [number, problem?.message])).toEqual([
      [1, undefined],
      [2, expect.stringMatching(/^The line is not JSON: .*not json/)],
      [3, undefined],
      [4, 'The item is a number, not an object.'],
      [5, expect.stringMatching(/^The line is not JSON/)],
    ]);
    const deep = await readTable(`{"a":1}\n{"a":${'['.repeat(70)}${']'.repeat(70)}}\n`);
    expect(deep.rows[1]?.problem?.message).toBe('The line nests deeper than 64 levels.');
  });

  it('has lines of any reasonable length', async () => {
    const line = `{"a":"${'x'.repeat(5 * 1024 * 1024)}"}`;
    await expect(readTable(`{"a":1}\n${line}`, 'x.ndjson')).rejects.toThrow('Line 2 has more than 4194304');
  });
});
