import { buffer } from 'node:stream/consumers';
import { anyText } from '@product-content/test-support/hostile/any-text';
import { byTier } from '@product-content/test-support/tiers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable, toRecord } from '#testing/formats/table-files.ts';
import { type Cell, type CellValue, type TableOptions, type TableTarget, writeTable } from './index.ts';

const hostile = fc.constantFrom(
  '',
  ' ',
  ' a ',
  '007',
  '=1+1',
  "'=1+1",
  '-5',
  '+a',
  '@x',
  '"',
  '""',
  'a"b',
  ',',
  ';',
  '\t',
  '|',
  'a\r\nb',
  '\r',
  '\n',
  'ä€’–',
  '😀',
  '<b>&amp;</b>',
  ']]>',
  '_x0041_',
  '_x000D_',
  'null',
  'true',
  '1e5',
  'sep=;',
  '\ufeffx',
  '\u0001',
  '\u007f',
  '\u0085\u2028',
  '\ufffe',
  '{"a":1}',
  '[1]',
  "'",
  'x'.repeat(40_000),
);
/** Text without NUL and unpaired surrogates, which no text of the database has. */
const text = fc.oneof(
  hostile,
  anyText().map((any) => any.replaceAll('\0', '')),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.constantFrom('url', 'altText', '3d', 'item', 'xml', 'a.b', '', '__proto__', 'é', '_');
const { value } = fc.letrec<{ value: CellValue; list: CellValue[]; object: Record<string, CellValue> }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', maxDepth: 3 }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(key, tie('value'), { maxKeys: 3 }),
}));
const list = fc.array(value, { maxLength: 4 });

/** Names as workspaces create them, and worse; but a table that begins with `<` would be taken for XML. */
const columnName = fc.oneof(
  fc.constantFrom(
    'sku',
    'prices',
    'prices.EUR',
    'prices.EUR.compareAt',
    'prices.USD',
    'translations.de-DE.name',
    'a',
    'a.b',
    'a.b.c',
    'attributes.3d_ready',
    'item',
    'a.item',
    '__proto__',
    'constructor.name',
    '=1',
    'sep=;',
    'product',
  ),
  fc
    .string({
      unit: fc.constantFrom('a', 'B', '1', '.', '_', '-', ' ', ':', 'ü', '<', '"', "'", 'x'),
      minLength: 1,
      maxLength: 8,
    })
    .map((name) => `${name.trim().replace(/^</, 'y')}x`),
);
const columns = fc.uniqueArray(columnName, { minLength: 1, maxLength: 8 });

const tableOf = (cell: fc.Arbitrary<Cell>): fc.Arbitrary<{ names: string[]; rows: Cell[][] }> =>
  columns.chain((names) => {
    const row = fc.array(cell, { minLength: names.length, maxLength: names.length });
    return fc.record({ names: fc.constant(names), rows: fc.array(row, { maxLength: 6 }) });
  });

async function throughFile(target: TableTarget, names: string[], rows: Cell[][], options?: TableOptions) {
  const bytes = await buffer(writeTable(target, names, rows));
  const read = await readTable(bytes, `table.${target.format}`, options);
  expect(read.rows.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  return read;
}

const recordsOf = (names: readonly string[], rows: readonly (readonly Cell[])[]) =>
  rows.map((cells, index) => toRecord(names, { number: index + 1, cells }));

const hasContent = (row: readonly Cell[]): boolean => row.some((cell) => cell !== undefined && cell !== '');

const isLong = (cell: Cell): boolean => typeof cell === 'number' && Number(cell.toPrecision(15)) !== cell;

/** Tables for each format. */
const numRuns = byTier({ behavior: 20, exhaustive: 150 });

describe('what is written can be read back', () => {
  it.each([',', ';', '\t', '|'])('from CSV with %j: every text', async (delimiter) => {
    await fc.assert(
      fc.asyncProperty(tableOf(text), fc.boolean(), async ({ names, rows }, bom) => {
        const read = await throughFile({ format: 'csv', delimiter, bom }, names, rows, { delimiter });
        expect(read.columns).toEqual(names);
        expect(read.records).toEqual(recordsOf(names, rows.filter(hasContent)));
      }),
      { numRuns },
    );
  });

  it.each(['csv', 'tsv'] as const)('from %s, whose delimiter is found', async (format) => {
    const plain = fc.uniqueArray(fc.constantFrom('sku', 'name', 'prices.EUR', 'tags', 'translations.de.name'), {
      minLength: 2,
    });
    await fc.assert(
      fc.asyncProperty(plain, fc.array(text, { minLength: 5, maxLength: 5 }), async (names, cells) => {
        const row = cells.slice(0, names.length);
        const read = await throughFile({ format }, names, [row, row]);
        expect(read.columns).toEqual(names);
        expect(read.records).toEqual(recordsOf(names, [row, row].filter(hasContent)));
      }),
      { numRuns },
    );
  });

  it('from XLSX: every text, number and boolean, numbers of more than 15 digits as texts', async () => {
    const cell = fc.oneof(
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
      fc.boolean(),
      fc.constant(undefined),
    );
    await fc.assert(
      fc.asyncProperty(tableOf(cell), async ({ names, rows }) => {
        const read = await throughFile({ format: 'xlsx' }, names, rows);
        const kept = rows.map((row) => row.map((cell) => (isLong(cell) ? String(cell) : cell)));
        expect(read.columns).toEqual(names);
        expect(read.records).toEqual(recordsOf(names, kept.filter(hasContent)));
      }),
      { numRuns },
    );
  });

  it.each(['json', 'ndjson'] as const)('from %s: everything', async (format) => {
    await fc.assert(
      fc.asyncProperty(tableOf(fc.oneof(scalar, list, fc.constant(undefined))), async ({ names, rows }) => {
        if (format === 'ndjson' && rows.length === 0) return;
        const read = await throughFile({ format }, names, rows);
        expect(read.records).toEqual(recordsOf(names, rows));
      }),
      { numRuns },
    );
  });

  it('from XML: everything, scalars as texts', async () => {
    await fc.assert(
      fc.asyncProperty(tableOf(fc.oneof(scalar, list, fc.constant(undefined))), async ({ names, rows }) => {
        const read = await throughFile({ format: 'xml' }, names, rows);
        expect(read.records).toEqual(
          recordsOf(
            names,
            rows.map((row) => row.map((cell) => (cell === undefined ? cell : asXml(cell)))),
          ),
        );
      }),
      { numRuns },
    );
  });
});

/** A value after a round trip through XML. */
function asXml(value: CellValue): CellValue {
  if (value === null) return null;
  if (typeof value !== 'object') return String(value);
  const isEmpty = Object.keys(value).length === 0;
  if (isEmpty) return '';
  if (Array.isArray(value)) return value.map(asXml);
  return Object.fromEntries(Object.entries(value).map(([name, inner]: [string, CellValue]) => [name, asXml(inner)]));
}
