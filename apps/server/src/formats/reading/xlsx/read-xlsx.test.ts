import { byTier } from '@product-content/test-support/tiers';
import { describe, expect, it } from 'vitest';
import { collect, readTable, tableFile } from '#testing/formats/table-files.ts';
import { textCell, workbook, zipOf } from '#testing/formats/workbooks.ts';
import { openTable } from '../../index.ts';

const header = `<row r="1">${textCell('sku')}${textCell('name')}</row>`;

describe('an XLSX workbook', () => {
  it('may have inline, shared and rich texts, with escapes', async () => {
    const sharedStrings = [
      '<si><t>sku</t></si>',
      '<si><r><rPr><b/></rPr><t xml:space="preserve">Rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>',
      '<si><t xml:space="preserve"> a_x000D_\nb &amp; _x005F_x0041_ </t></si>',
      '<si/>',
    ].join('');
    const rows = [
      `<row r="1"><c r="A1" t="s"><v>0</v></c>${textCell('name')}${textCell('note')}</row>`,
      `<row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c></row>`,
      `<row r="3"><c r="A3" t="inlineStr"><is><r><t>007</t></r></is></c><c r="B3" t="s"><v>3</v></c></row>`,
    ].join('');
    const { columns, detected, records } = await readTable(await workbook({ sharedStrings, rows }));
    expect(columns).toEqual(['sku', 'name', 'note']);
    expect(detected).toMatchObject({ format: 'xlsx', encoding: null, sheet: 'Products', header: true, rows: 2 });
    expect(records).toEqual([
      { sku: 'Rich text', note: ' a\r\nb & _x0041_ ' },
      { sku: '007', name: '' },
    ]);
  });

  it('has numbers, booleans, dates, codes with leading zeros, and results of formulas', async () => {
    const styles = [
      '<numFmts><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy;@"/></numFmts>',
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>',
      '<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs>',
    ].join('');
    const cells = [
      '<c><v>12.5</v></c>',
      '<c><v>1.1000000000000001</v></c>',
      '<c><v>4.0063813333931E12</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c s="1"><v>46053</v></c>',
      '<c s="2"><v>46053.395833333336</v></c>',
      '<c s="3"><v>4711</v></c>',
      '<c s="4"><v>1</v></c>',
      '<c s="5"><v>0.395833333333333</v></c>',
      '<c t="str"><f>A1&amp;"x"</f><v>12x</v></c>',
      '<c><f>1+1</f><v>2</v></c>',
      '<c t="d"><v>2026-01-31</v></c>',
      '<c><f>1+0.14</f><v>1.1400000000000001</v></c>',
      '<c s="1"/>',
    ];
    const titles = cells.map((_, index) => textCell(`c${index}`)).join('');
    const rows = `<row>${titles}</row><row>${cells.join('')}</row>`;
    const { rows: read } = await readTable(await workbook({ styles, rows }));
    expect(read[0]?.cells).toEqual([
      12.5,
      1.1,
      4006381333393.1,
      true,
      '2026-01-31',
      '2026-01-31T09:30:00',
      '00004711',
      '1900-01-01',
      '09:30:00',
      '12x',
      2,
      '2026-01-31',
      1.14,
    ]);
    const later = await readTable(await workbook({ styles, rows, workbookPr: '<workbookPr date1904="1"/>' }));
    expect(later.rows[0]?.cells[4]).toBe('2030-02-01');
  });

  it('has its header below the titles of a sheet', async () => {
    const title = `<row>${textCell('Catalog 2026')}</row><row/><row>${textCell('')}${textCell('All prices with tax')}</row>`;
    const rows = `${title}${header}<row>${textCell('A')}</row><row>${textCell('B')}${textCell('b')}</row>`;
    const { columns, detected, records } = await readTable(await workbook({ rows }));
    expect(columns).toEqual(['sku', 'name']);
    expect(detected.rows).toBe(2);
    expect(records).toEqual([{ sku: 'A' }, { sku: 'B', name: 'b' }]);
  });

  it.each([1, 9, 10, 30])('of one column has its header in the first row, above %i others', async (count) => {
    const cells = Array.from({ length: count }, (_, index) => `<row>${textCell(`A-${index}`)}</row>`).join('');
    const { columns, detected } = await readTable(await workbook({ rows: `<row>${textCell('sku')}</row>${cells}` }));
    expect([columns, detected.rows]).toEqual([['sku'], count]);
  });

  it('with a formula without a result names the cell', async () => {
    const formulas = ['<c><f>5+6</f></c>', '<c><f>5+6</f><v/></c>', '<c t="str"><f>""</f><v></v></c>'];
    const rows = formulas.map((cell) => `<row>${textCell('A')}${cell}</row>`).join('');
    const { rows: read } = await readTable(await workbook({ rows: header + rows }));
    const problem = { column: 'name', message: expect.stringContaining('has no result') };
    expect(read.map((row) => row.problem)).toEqual([problem, problem, undefined]);
  });

  it('has rows and cells at their positions, whatever the sheet says about its size', async () => {
    const rows = [
      `<row r="3"><c r="B3" t="inlineStr"><is><t>sku</t></is></c><c r="D3" t="inlineStr"><is><t>name</t></is></c></row>`,
      '<row r="4"><c r="B4" s="1"/></row>',
      `<row r="9"><c r="D9" t="inlineStr"><is><t>x</t></is></c></row>`,
      `<row r="10"><c r="B10"><v>1</v></c><c r="F10"><v>2</v></c></row>`,
    ].join('');
    const head = '<dimension ref="A1:XFD1048576"/>';
    const { columns, rows: read } = await readTable(await workbook({ rows, head }));
    expect(columns).toEqual(['Column 1', 'sku', 'Column 3', 'name']);
    expect(read.map(({ number, cells, problem }) => [number, cells[1], cells[3], problem?.message])).toEqual([
      [1, undefined, 'x', undefined],
      [2, 1, undefined, 'The row has 6 cells, the header 4; is a quote or delimiter wrong?'],
    ]);
  });

  it('reports formulas that failed', async () => {
    const rows = `${header}<row><c><v>1</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`;
    const { rows: read } = await readTable(await workbook({ rows }));
    expect(read[0]?.problem).toEqual({ column: 'name', message: 'The formula of the cell failed: #DIV/0!.' });
  });

  it('is read from the named sheet, otherwise from the first visible one', async () => {
    const sheets = [
      '<sheet name="Lists" state="hidden" r:id="rId2"/>',
      '<sheet name="Products" r:id="rId1"/>',
      '<sheet name="Chart" r:id="rId9"/>',
    ].join('');
    const other = {
      'xl/worksheets/sheet2.xml': `<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    };
    const file = await workbook({ sheets, other, rows: header });
    expect((await readTable(file)).detected.sheet).toBe('Products');
    expect(await readTable(file, 'x.xlsx', { sheet: 'Lists' })).toMatchObject({
      columns: ['1'],
      detected: { sheet: 'Lists' },
    });
    await expect(readTable(file, 'x.xlsx', { sheet: 'products' })).rejects.toMatchObject({
      details: {
        fieldErrors: { 'options.sheet': 'The workbook has no sheet "products"; it has "Lists", "Products".' },
      },
    });
  });

  it('has its header found without reading all of a large workbook', async () => {
    const sharedStrings = '<si><t>sku</t></si><si><t>name</t></si><si><t>x</t></si>'.concat(
      '<si><t>y</t></si>'.repeat(9),
    );
    const line = (index: number) => `<row r="${index * 7919}"><c t="s"><v>2</v></c><c t="s"><v>11</v></c></row>`;
    const body = Array.from({ length: 100_000 }, (_, index) => line(index)).join('');
    const rows = `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>${body}`;
    const table = await openTable(await tableFile(await workbook({ sharedStrings, rows })));
    expect(table.layout).toMatchObject({ columns: ['sku', 'name'], detected: { rows: null, sheet: 'Products' } });
    for await (const { cells } of table.rows(99_999)) expect(cells).toEqual(['x', 'y']);
  });

  it('may have more shared texts than fit in memory, in any order', async () => {
    const texts = Array.from(
      { length: byTier({ behavior: 6000, exhaustive: 60_000 }) },
      (_, index) => `text ${index} ${'ä'.repeat(index % 400)}`,
    );
    const long = 'x'.repeat(200_000);
    const sharedStrings = [...texts, long].map((text) => `<si><t>${text}</t></si>`).join('');
    const order = texts.map((_, index) => (index * 7919) % texts.length).concat(texts.length);
    const rows = `${header}${order.map((index) => `<row><c t="s"><v>${index}</v></c></row>`).join('')}`;
    const { rows: read } = await readTable(await workbook({ sharedStrings, rows }));
    expect(read.map(({ cells }) => cells[0])).toEqual(order.map((index) => texts[index] ?? long));
  });
});

describe('a hostile workbook', () => {
  const bomb = `<row>${'<c><v>1</v></c>'.repeat(3)}</row>`.repeat(40_000);

  it.each([
    ['is another archive', () => zipOf({ 'readme.txt': 'hello' }), 'The file is a ZIP archive, not an XLSX workbook.'],
    [
      'is a document',
      () =>
        zipOf({
          '_rels/.rels': '<R><Relationship Id="1" Type="x/officeDocument" Target="word/document.xml"/></R>',
          'word/document.xml': '<document/>',
        }),
      'The file is an Office document, but not an XLSX workbook.',
    ],
    ['has no row', () => workbook({}), 'The sheet "Products" has no header.'],
    ['has no sheet', () => workbook({ sheets: '' }), 'The workbook has no sheet.'],
    [
      'refers to a text that is not there',
      () => workbook({ rows: '<row><c t="s"><v>5</v></c></row>' }),
      'A cell refers to the shared text 5; the workbook has 0.',
    ],
    [
      'is broken off',
      () => workbook({ rows: '<row><c><v>1' }),
      /sheet1\.xml of the workbook is not well-formed XML in line 1/,
    ],
    [
      'defines entities',
      () => workbook({ other: { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' } }),
      /has a document type \(DOCTYPE\) with declarations, which are not supported/,
    ],
    [
      'has 20,000 columns',
      () => workbook({ rows: `<row>${'<c><v>1</v></c>'.repeat(20_000)}</row>` }),
      'at most 16384 can be read',
    ],
    [
      'has a cell far away',
      () => workbook({ rows: '<row><c r="ZZZZZZZZ1"><v>1</v></c></row>' }),
      'at most 16384 can be read',
    ],
    [
      'has a cell without end',
      () => workbook({ rows: `<row>${textCell(uncompressible(byTier({ behavior: 6, exhaustive: 40 })))}</row>` }),
      /more than 4194304 characters without an end/,
    ],
    ['expands like a bomb', () => workbook({ rows: bomb }), 'expands to more than 250 times its size'],
    [
      'is cut off',
      async () => (await workbook({ rows: header })).subarray(0, 600),
      /The ZIP archive is damaged or truncated/,
    ],
  ])('%s', async (_, make, message) => {
    const reading = openTable(await tableFile(await make(), 'x.xlsx')).then((table) => collect(table.rows()));
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

/** Some mebibytes that hardly compress. */
function uncompressible(mebibytes: number): string {
  let state = 1;
  const line = Array.from({ length: 65_536 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(65 + (state % 26));
  }).join('');
  return line.repeat(mebibytes * 16);
}
