import { filled, type HostileRequest, json, list, numbered, record } from './hostile-request.ts';

const bulk = { method: 'POST', path: '/products/bulk' } as const;
const lines = { ...bulk, headers: { 'content-type': 'application/x-ndjson' } } as const;

/** Bulk requests: ten megabytes each, of values that are cheap to send. */
export const hostileBulk: readonly HostileRequest[] = [
  {
    name: 'bulk: a product of a million keys',
    ...bulk,
    build: (bytes) => numbered('{"items":[{"sku":"A",', (n) => `"k${n}":1`, '}]}', bytes),
    status: 422,
  },
  {
    name: 'bulk: a product of a million attributes',
    ...bulk,
    build: (bytes) => numbered('{"items":[{"sku":"A","attributes":{', (n) => `"k${n}":1`, '}}]}', bytes),
    status: 422,
  },
  {
    name: 'bulk: a million keys that are numbers',
    ...bulk,
    build: (bytes) => numbered('{"items":[{"sku":"A","attributes":{', (n) => `"${n * 1000}":1`, '}}]}', bytes),
    status: 422,
  },
  {
    name: 'bulk: a million keys beside the items',
    ...bulk,
    build: (bytes) => numbered('{"items":[{"sku":"A"}],', (n) => `"k${n}":1`, '}', bytes),
    status: 422,
  },
  {
    name: 'bulk: products of 900 unknown attributes each',
    ...bulk,
    build: (bytes) => manyAttributes(Math.floor(bytes / 32 / 910), 900, () => 1),
    status: 200,
  },
  {
    name: 'bulk: products of 900 attributes of a wrong kind each',
    ...bulk,
    build: (bytes) => manyAttributes(Math.floor(bytes / 32 / 2_710), 900, () => ({ a: {} })),
    status: 200,
  },
  {
    name: 'bulk: products of 900 attributes each that exist',
    ...bulk,
    needs: ['attributes'],
    build: (bytes, turn) => manyAttributes(Math.floor(bytes / 32 / 910), 900, (n) => `value ${n} ${turn}`),
    status: 200,
  },
  { name: 'bulk: brackets without end', ...bulk, build: (bytes) => filled('', '[', '', bytes), status: 422 },
  {
    name: 'bulk: lists that nest 60 levels',
    ...bulk,
    build: (bytes) => filled('{"items":[', `${'['.repeat(60)}${']'.repeat(60)},`, '1]}', bytes),
    status: 422,
  },
  {
    name: 'bulk: five million numbers for items',
    ...bulk,
    build: (bytes) => filled('{"items":[', '1,', '1]}', bytes),
    status: 422,
  },
  {
    name: 'bulk: three million empty objects in a product',
    ...bulk,
    build: (bytes) => filled('{"items":[{"sku":"A","images":[', '{},', '1]}]}', bytes),
    status: 422,
  },
  {
    name: 'bulk: two million tags',
    ...bulk,
    build: (bytes) => filled('{"items":[{"sku":"A","tags":[', '"a",', '"b"]}]}', bytes),
    status: 422,
  },
  {
    name: 'bulk: a name of five million escaped quotes',
    ...bulk,
    build: (bytes) => filled('{"items":[{"sku":"A","name":"', '\\"', '"}]}', bytes),
    status: 200,
  },
  {
    name: 'bulk: names of escapes that fit in a product',
    ...bulk,
    build: (bytes) => filled('{"items":[', `{"sku":"A","name":"${'\\u00e9'.repeat(160_000)}"},`, '1]}', bytes),
    status: 200,
  },
  {
    name: 'bulk: a NUL in every tag',
    ...bulk,
    build: (bytes) =>
      filled('{"items":[', `{"sku":"A","tags":[${`"${'\\u0000'.repeat(5)}",`.repeat(9_000)}""]},`, '1]}', bytes),
    status: 200,
  },
  {
    name: 'bulk: a price of ten million digits',
    ...bulk,
    build: (bytes) => filled('{"items":[{"sku":"A","price":', '1', '}]}', bytes),
    status: 200,
  },
  {
    name: 'bulk: numbers of 900 digits',
    ...bulk,
    build: (bytes) =>
      filled('{"items":[', `{"sku":"A","x":[${`1.${'7'.repeat(900)}e-300,`.repeat(1000)}1]},`, '1]}', bytes),
    status: 200,
  },
  {
    name: 'bulk: ten megabytes of blanks',
    ...bulk,
    build: (bytes) => filled('{"items":[', ' ', ']}', bytes),
    status: 422,
  },
  {
    name: 'bulk: a SKU of ten million characters',
    ...bulk,
    build: (bytes) => filled('{"items":[{"sku":"', 'A', '"}]}', bytes),
    status: 200,
  },
  {
    name: 'bulk: a key of ten million characters',
    ...bulk,
    build: (bytes) => filled('{"items":[{"sku":"A","', 'k', '":1}]}', bytes),
    status: 200,
  },
  {
    name: 'bulk: values for the slowest patterns',
    ...bulk,
    needs: ['patterns'],
    build: (bytes, turn) =>
      json({
        items: list(Math.min(500, Math.floor(bytes / 20_500)), (item) => ({
          sku: `PATTERN-${item}`,
          name: 'x',
          attributes: record(38, (n) => slowText(item + n + turn), 'pattern'),
        })),
      }),
    status: 200,
  },
  { name: 'bulk: five million lines', ...lines, build: (bytes) => filled('', '1\n', '', bytes), status: 422 },
  { name: 'bulk: ten million empty lines', ...lines, build: (bytes) => filled('', '\n', '', bytes), status: 422 },
  {
    name: 'bulk: lines that are not JSON',
    ...lines,
    build: (bytes) => filled('', `${'{"a":'.repeat(4_200)}\n`, '', bytes),
    status: 200,
  },
  {
    name: 'bulk: 500 products of 20 kB with a key',
    ...bulk,
    build: (bytes, turn) => products(500, Math.floor(bytes / 550), turn),
    status: 200,
  },
  {
    name: 'bulk: 500 products of 50 images and 100 tags',
    ...bulk,
    build: (bytes, turn) =>
      json({
        items: list(Math.min(500, Math.floor(bytes / 4_500)), (item) => ({
          sku: `IMAGES-${item}`,
          name: `Name ${turn}`,
          images: list(50, (n) => ({ url: `https://images.example/${item}/${n}.jpg`, altText: 'x' })),
          tags: list(100, (n) => `tag-${n}`),
        })),
      }),
    status: 200,
  },
];

function manyAttributes(items: number, attributes: number, value: (index: number) => unknown): Buffer {
  const values = record(attributes, value, 'attribute');
  return json({
    items: list(Math.max(1, items), (index) => ({ sku: `MANY-${index}`, name: 'x', attributes: values })),
  });
}

function products(count: number, bytes: number, turn: number): Buffer {
  const description = 'word '.repeat(Math.floor((bytes - 100) / 5));
  return json({ items: list(count, (index) => ({ sku: `LARGE-${index}`, name: `Name ${turn}`, description })) });
}

/** 500 characters over which an automaton of `(?:a|b)*a(?:a|b){600}` keeps as many states as it can have. */
function slowText(seed: number): string {
  let state = seed + 1;
  return list(500, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return 'ab'[(state >>> 16) & 1];
  }).join('');
}
