import { textCell, workbook } from '@product-content/server/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createImportFixture,
  type FinishedImport,
  type Importer,
  type SentFile,
} from '#testing/imports/import-fixture.ts';

let fixture: Awaited<ReturnType<typeof createImportFixture>>;
let importer: Importer;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  importer = await fixture.importer();
});

/** The failed rows of an import, from the link of its job. */
async function failedRows({ job }: FinishedImport): Promise<string> {
  const response = await importer.get(new URL(job.links.failedRows ?? '').pathname.replace(/^\/api\/v1/, ''));
  expect(response.status).toBe(200);
  const alias = await importer.get(`/jobs/${job.jobId}/errors?format=rows`);
  expect(alias.redirected).toBe(true);
  expect(alias.headers.get('content-type')).toBe(response.headers.get('content-type'));
  // Keeps the byte order mark, which says that the file is UTF-8 whatever the options are.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

/** Corrects the failed rows of a file, and imports them with the options of the first import. */
async function importCorrected(content: string | Buffer, file: SentFile, correct: (rows: string) => string) {
  const rows = await failedRows(await importer.run(content, file));
  const ending = rows.startsWith('{') ? 'ndjson' : 'csv';
  const again = await importer.run(correct(rows), { ...file, name: `corrected.${ending}` });
  return { rows, ...again };
}

it('an error of a row shows the first 100 characters of the wrong cell', async () => {
  const { job } = await importer.run(`sku,name,stock,gtin\nA,a,${'x'.repeat(300)},\nB,,1,\nC,c,1,123\n`);
  expect(job.errors.map(({ row, value }) => [row, value])).toEqual([
    [1, `${'x'.repeat(99)}…`],
    [2, ''],
    [3, '123'],
  ]);
});

it('the failed rows of a CSV file are returned with their errors, and can be imported once corrected', async () => {
  const long = Array.from({ length: 1200 }, (_, index) => `P${index};p;${index === 1100 ? 'many' : 1};\n`).join('');
  const content = Buffer.from(`SKU;Name;Stock;Notiz\n${long}Q;"Grün; ""alt""\nneu";x;=1+1\n`, 'latin1');
  const file = { options: { delimiter: ';', encoding: 'windows-1252', createMissing: { attributes: true } } };
  const { rows, problems, result, accepted } = await importCorrected(content, file, (text) =>
    text.replace(';many;', ';7;').replace(';x;', ';8;'),
  );
  expect(rows).toBe(
    '\ufeffSKU;Name;Stock;Notiz;error\r\nP1100;p;many;;Stock: Must be a number.\r\n' +
      `Q;"Grün; ""alt""\nneu";x;'=1+1;Stock: Must be a number.\r\n`,
  );
  expect(problems).toEqual([]);
  expect([result.created, result.createdAttributes, accepted.unmappedColumns]).toEqual([2, ['Notiz'], ['error']]);
  const product = { name: 'Grün; "alt"\nneu', stock: 8, attributes: { Notiz: '=1+1' } };
  expect(await importer.product('Q')).toMatchObject(product);
});

it('rows that fail again carry the new error in the same column', async () => {
  const again = await importCorrected('sku,name,stock,gtin\nA,a,x,\n', {}, (text) => text.replace(',x,,', ',x,12,'));
  expect(again.problems).toHaveLength(2);
  expect((await failedRows(again)).split('\r\n')).toEqual([
    '\ufeffsku,name,stock,gtin,error',
    expect.stringMatching(/^A,a,x,12,"stock: Must be a number\. gtin: .+"$/),
    '',
  ]);
});

it('the failed rows of a workbook are CSV, whose numbers keep their values', async () => {
  const cells = (name: string) => [textCell('A'), textCell(name), '<c><v>1.234</v></c>', textCell('2.5')];
  const rows = `<row>${['sku', 'name', 'weight', 'length'].map(textCell).join('')}</row><row>${cells('').join('')}</row>`;
  const { problems } = await importCorrected(await workbook({ rows }), { name: 'a.xlsx' }, (text) =>
    text.replace('A,,', 'A,a,'),
  );
  expect(problems).toEqual([]);
  expect(await importer.product('A')).toMatchObject({ name: 'a', weight: 1.234, length: 2.5 });
});

it('the failed rows of JSON are NDJSON with their values and nesting', async () => {
  const bad = { sku: 'A', name: 'a', tags: ['x', 'y'], prices: { EUR: { amount: 'much', cost: 1 } }, brand: null };
  const { rows, problems } = await importCorrected(
    JSON.stringify({ products: [bad, { sku: 'B', name: 'b' }] }),
    { name: 'a.json', options: { itemPath: 'products' } },
    (text) => text.replace('"much"', '3'),
  );
  expect(JSON.parse(rows)).toEqual({ ...bad, error: 'prices.EUR.amount: Must be a number.' });
  expect(problems).toEqual([]);
  expect(await importer.product('A')).toMatchObject({ tags: ['x', 'y'], prices: { EUR: { amount: 3, cost: 1 } } });
});

it('the failed rows of a file without a header have none', async () => {
  const file = { mapping: { '#1': 'sku', '#2': 'name', '#3': 'stock' } };
  const { rows, problems } = await importCorrected('A,a,x\nB,b,1\n', file, (text) => text.replace(',x,', ',4,'));
  expect(rows).toBe('\ufeffA,a,x,#3: Must be a number.\r\n');
  expect(problems).toEqual([]);
});

it('the failed rows of another workspace, and of jobs other than imports, are not found', async () => {
  const { job } = await importer.run('sku,name\nA,\n');
  const other = await fixture.importer();
  expect((await other.get(`/jobs/${job.jobId}/failed-rows`)).status).toBe(404);
});

it('the failed rows of a job that does not exist are not found, whatever its id looks like', async () => {
  const statuses = await Promise.all(
    ['job_x', encodeURIComponent('ÿ\u0001 /x'), encodeURIComponent('😀')].map(
      async (id) => (await importer.get(`/jobs/${id}/errors?format=rows`)).status,
    ),
  );
  expect(statuses).toEqual([404, 404, 404]);
});
