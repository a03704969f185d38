import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { tableFile } from '#testing/formats/table-files.ts';
import { type Cell, type TableTarget, type WriteWarning, writeTable } from '../index.ts';
import { readWholePart } from '../reading/xlsx/read-part.ts';
import { openZipFile } from '../reading/xlsx/zip-file.ts';

const write = async (target: TableTarget, columns: string[], rows: Cell[][]) =>
  (await buffer(writeTable(target, columns, rows))).toString();

const columns = ['sku', 'prices.EUR', 'prices.EUR.cost', 'prices.USD', 'tags', 'images'];
const rows: Cell[][] = [
  ['007', 1.5, 1, -2, ['a', 'b'], [{ url: 'u', altText: '<x>' }]],
  ['=1+1', null, undefined, undefined, [], true],
];

describe('a table is written', () => {
  it('as CSV whose cells no spreadsheet runs', async () => {
    expect(
      await write({ format: 'csv' }, ['sku', '=x', 'n'], [['=1+1', 'a,"b"\n', -5], ['-5', ' a', null], ['-5-1']]),
    ).toBe(`sku,'=x,n\r\n'=1+1,"a,""b""\n",-5\r\n-5," a",\r\n'-5-1,,\r\n`);
    expect(await write({ format: 'csv', delimiter: ';', bom: true }, ['a', 'b'], [['1;2', '1,2']])).toBe(
      '\ufeffa;b\r\n"1;2";1,2\r\n',
    );
    expect(await write({ format: 'tsv' }, ['a', 'b'], [['1\t2', [1]]])).toBe('a\tb\r\n"1\t2"\t[1]\r\n');
    expect(() => writeTable({ format: 'csv', delimiter: '"' }, ['a'], [])).toThrow('must be one character');
  });

  it('as JSON with nested keys', async () => {
    expect(JSON.parse(await write({ format: 'json' }, columns, rows))).toEqual([
      {
        sku: '007',
        prices: { EUR: 1.5, 'EUR.cost': 1, USD: -2 },
        tags: ['a', 'b'],
        images: [{ url: 'u', altText: '<x>' }],
      },
      { sku: '=1+1', prices: { EUR: null }, tags: [], images: true },
    ]);
    expect(await write({ format: 'json' }, ['a'], [])).toBe('[]\n');
    expect(await write({ format: 'ndjson' }, ['a'], [[1], [undefined]])).toBe('{"a":1}\n{}\n');
  });

  it('as XML with nested elements', async () => {
    expect(await write({ format: 'xml' }, columns, [...rows, ['a\r\u0001&']])).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<products xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
        '<product><sku>007</sku><prices><EUR>1.5</EUR><EUR.cost>1</EUR.cost><USD>-2</USD></prices><tags><item>a</item><item>b</item></tags><images><item><url>u</url><altText>&lt;x&gt;</altText></item></images></product>',
        '<product><sku>=1+1</sku><prices><EUR xsi:nil="true"/></prices><tags/><images>true</images></product>',
        '<product><sku escaped="json">a\\r\\u0001&amp;</sku></product>',
        '</products>',
        '',
      ].join('\n'),
    );
  });

  it('as a workbook that spreadsheets open, with a fixed header', async () => {
    const bytes = await buffer(
      writeTable({ format: 'xlsx', sheet: "'[Spring] 2026: a very long name of a sheet'" }, columns, rows),
    );
    expect(await buffer(writeTable({ format: 'xlsx', sheet: 'x' }, columns, rows))).toEqual(
      await buffer(writeTable({ format: 'xlsx', sheet: 'x' }, columns, rows)),
    );
    const zip = await openZipFile(await tableFile(bytes));
    const elements: string[] = [];
    const open = (name: string, attributes: Readonly<Record<string, string>>) => {
      elements.push(`${name} ${JSON.stringify(attributes)}`);
    };
    await readWholePart(zip, 'xl/workbook.xml', { open });
    await readWholePart(zip, 'xl/worksheets/sheet1.xml', { open });
    zip.close();
    expect(elements).toContain('sheet {"name":"Spring  2026  a very long name","sheetId":"1","r:id":"rId1"}');
    expect(elements).toContain('pane {"ySplit":"1","topLeftCell":"A2","activePane":"bottomLeft","state":"frozen"}');
    expect(elements).toContain('c {"r":"A3","t":"inlineStr"}');
    expect(elements).toContain('c {"r":"F3","t":"b"}');
    expect(elements.filter((element) => element.startsWith('f '))).toEqual([]);
  });

  it('as a workbook, reporting cells that Excel does not show completely', async () => {
    const warnings: WriteWarning[] = [];
    const target: TableTarget = { format: 'xlsx', onWarning: (warning) => warnings.push(warning) };
    await buffer(
      writeTable(
        target,
        ['a', 'b'],
        [
          ['x'.repeat(32_767), 'y'],
          [1, 'x'.repeat(32_768)],
        ],
      ),
    );
    expect(warnings).toEqual([
      { row: 2, column: 'b', message: 'The cell has 32768 characters; Excel shows at most 32767.' },
    ]);
  });
});

describe.each(['csv', 'tsv', 'xlsx', 'xml', 'json', 'ndjson'] as const)('%s is written as a stream', (format) => {
  function source() {
    const state = { asked: 0, ended: false };
    async function* endless(): AsyncGenerator<Cell[]> {
      try {
        for (;;) yield [`sku ${++state.asked}`, Math.sin(state.asked)];
      } finally {
        state.ended = true;
      }
    }
    return { state, rows: endless() };
  }

  it('and requests no more rows than are consumed', async () => {
    const { state, rows } = source();
    const bytes = Readable.from(writeTable({ format }, ['a', 'b'], rows));
    let taken = 0;
    for await (const chunk of bytes) {
      taken += chunk.length;
      if (taken > 200_000) break;
    }
    await expect.poll(() => state.ended).toBe(true);
    // About 30 bytes per row, and 15 when compressed; some chunks are in flight.
    expect(state.asked).toBeLessThan(60_000);
  });

  it('and fails with the error of its rows', async () => {
    async function* failing(): AsyncGenerator<Cell[]> {
      yield [1];
      throw new Error('the database is gone');
    }
    await expect(buffer(writeTable({ format }, ['a'], failing()))).rejects.toThrow('the database is gone');
  });
});
