import { textCell, workbook } from '@product-content/server/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImportFixture, type Importer } from '#testing/imports/import-fixture.ts';

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
let importer: Importer;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  importer = await fixture.importer();
});

describe('a file without a header', () => {
  const mapping = { '#1': 'sku', '#2': 'name', '#3': 'stock' };

  it('has columns by their position, which the mapping names', async () => {
    const { accepted, problems } = await importer.run('A,Alpha,1\nB,Beta,x\n', { mapping });
    expect(accepted.detected).toMatchObject({ header: false, dataInHeader: null, rows: 2 });
    expect(problems).toEqual(['2 #3 stock: Must be a number.']);
    expect(await importer.product('A')).toMatchObject({ name: 'Alpha', stock: 1 });
  });

  it('may be a sheet of a workbook', async () => {
    const rows = ['A', 'B'].map((sku) => `<row>${[sku, sku.toLowerCase(), '3'].map(textCell).join('')}</row>`);
    const file = { name: 'a.xlsx', mapping, fields: { header: 'false' } };
    const { accepted, result } = await importer.run(await workbook({ rows: rows.join('') }), file);
    expect([accepted.detected.rows, result.created]).toEqual([2, 2]);
  });

  it('is reported, by an error or in the response, when its first row looks like data', async () => {
    const { file } = await importer.refusal('A,Alpha,12.5\nB,Beta,13\n');
    expect(file).toBe(
      'No column is recognised as "sku", which names the product of a row. The file has "A", "Alpha", "12.5"; say which ' +
        'it is in the mapping. If its first row is data, as "12.5" looks, send header "false".',
    );
    const { accepted } = await importer.run('sku,name,2024\nA,a,1\n');
    expect(accepted.detected).toMatchObject({ header: true, dataInHeader: '2024' });
  });

  it('may have a header whose columns are named by position if the option says so', async () => {
    const { accepted } = await importer.run('#1,#2\nA,a\n', {
      mapping: { '#1': 'sku', '#2': 'name' },
      options: { header: true },
    });
    expect(accepted.detected).toMatchObject({ header: true, rows: 1 });
    expect(await importer.product('A')).toMatchObject({ name: 'a' });
  });
});

describe('dates in text cells', () => {
  const released = async (...skus: string[]) =>
    Promise.all(skus.map(async (sku) => (await importer.product(sku))?.attributes.released ?? null));
  const file = (...cells: string[]) =>
    `sku,name,released\n${cells.map((cell, index) => `P${index},p,${cell}\n`).join('')}`;

  beforeEach(() => importer.post('/attributes', { code: 'released', type: 'date', label: 'Released' }));

  it.each([
    ['the day is first where another cell tells', ['03/04/2026', '31/01/2026'], ['2026-04-03', '2026-01-31']],
    ['the month is first where another cell tells', ['03/04/2026', '1/31/2026'], ['2026-03-04', '2026-01-31']],
    ['the day is first between dots', ['3.4.2026', '04.04.2026'], ['2026-04-03', '2026-04-04']],
    [
      'the year may be first',
      ['2026-1-2', '2026/01/03', '2026-01-04 00:00'],
      ['2026-01-02', '2026-01-03', '2026-01-04'],
    ],
    ['the day may be the month', ['05/05/2026', ''], ['2026-05-05', null]],
  ])('are parsed using the other cells of the column: %s', async (_, cells, dates) => {
    const { problems } = await importer.run(file(...cells));
    expect(problems).toEqual([]);
    expect(await released(...cells.map((__, index) => `P${index}`))).toEqual(dates);
  });

  it('that are ambiguous are refused with both readings until the option decides', async () => {
    expect(await importer.refusal(file('03/04/2026'))).toEqual({
      'options.dateFormat':
        'In the column "released", "03/04/2026" is 2026-04-03 or 2026-03-04. Say which date format the file has, such as ' +
        'DD/MM/YYYY or MM/DD/YYYY.',
    });
    const { accepted, problems } = await importer.run(file('03/04/2026'), { fields: { dryRun: 'true' } });
    expect(accepted.ambiguousDates).toEqual([
      { column: 'released', samples: [{ text: '03/04/2026', dayFirst: '2026-04-03', monthFirst: '2026-03-04' }] },
    ]);
    expect(problems).toEqual([
      '1 released attributes.released: "03/04/2026" can be 2026-04-03 or 2026-03-04: say which dateFormat the file has.',
    ]);
    await importer.run(file('03/04/2026'), { fields: { dateFormat: 'MM/DD/YYYY' } });
    expect(await released('P0')).toEqual(['2026-03-04']);
  });

  it('that are invalid say what was expected', async () => {
    const { problems } = await importer.run(file('soon', '31/02/2026'), { fields: { dateFormat: 'DD/MM/YYYY' } });
    const message = 'Must be a date such as 2026-01-31, or a date with the day first.';
    expect(problems).toEqual([
      `1 released attributes.released: ${message}`,
      `2 released attributes.released: ${message}`,
    ]);
  });
});
