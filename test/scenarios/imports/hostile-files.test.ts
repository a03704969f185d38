import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { JobError } from '@product-content/contract';
import { textCell, workbook, zipOf } from '@product-content/server/testing';
import { expectError } from '@product-content/test-support/app/expect-response';
import { type App, sharedApp } from '@product-content/test-support/app-server';
import { hostileFiles } from '@product-content/test-support/hostile/hostile-files';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAlive } from '../hostile/expect-unharmed.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { expectOutcome, sendHostile } from './hostile-outcome.ts';
import { runImport, sendFile } from './run-import.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  open = await openWorkspace(app);
});
// Whatever was sent: the process is the one that was started, and it responds.
afterEach(async () => {
  expect(app.isAlive()).toBe(true);
  await expectAlive(open.api);
});

const mebibyte = 1024 * 1024;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const row = (...cells: string[]) => `<row>${cells.map(textCell).join('')}</row>`;
const entityBomb = `<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY a${level} "${`&a${level === 0 ? '' : level - 1};`.repeat(10)}">`,
).join('')}]><products><product><sku>&a8;</sku></product></products>`;
const externalEntity =
  '<!DOCTYPE b [<!ENTITY f SYSTEM "file:///etc/passwd">]><products><product><sku>A</sku><name>&f;</name></product></products>';

const small = hostileFiles.filter(({ size }) => size === 'small');

it.each(small)('an import of $name does no harm', async (file) => {
  await expectOutcome(open.api, file, await sendHostile(open.api, file));
});

/** A file, what it is called, and what is said about it. */
type Refused = readonly [content: () => string | Buffer | Promise<Buffer>, name: string, says: RegExp];

describe('a file that is refused immediately', () => {
  it.each<[string, Refused]>([
    [
      'a workbook whose strings expand like a bomb',
      [() => workbook({ sharedStrings: ' '.repeat(4 * mebibyte) }), 'a.xlsx', /more than 250 times/],
    ],
    [
      'an archive of XML that expands like a bomb',
      [() => zipOf({ 'import.xml': `<a>${' '.repeat(4 * mebibyte)}</a>` }), 'a.zip', /more than 250 times/],
    ],
    [
      'gzip that expands like a bomb',
      [() => gzipSync(Buffer.alloc(4 * mebibyte, 'a')), 'a.csv.gz', /more than 250 times/],
    ],
    ['XML with a bomb of entities', [() => entityBomb, 'a.xml', /document type \(DOCTYPE\)/]],
    ['XML with an external entity', [() => externalEntity, 'a.xml', /document type \(DOCTYPE\)/]],
    [
      'XML with an entity nobody knows',
      [() => '<products><product><sku>&own;</sku></product></products>', 'a.xml', /not well-formed XML/],
    ],
    [
      'a workbook with an entity nobody knows',
      [
        () => workbook({ rows: `${row('sku', 'name')}<row><c><v>&own;</v></c></row>` }),
        'a.xlsx',
        /not well-formed XML/,
      ],
    ],
    [
      'a workbook whose strings have a bomb of entities',
      [() => workbookWithEntities(), 'a.xlsx', /document type \(DOCTYPE\)/],
    ],
    ['a ZIP archive that is no workbook', [() => zipOf({ 'a.csv': 'sku,name' }), 'a.xlsx', /.+/]],
    ['gzip that is cut off', [() => gzipSync(filledRows(5000, 480)).subarray(0, -4000), 'a.csv.gz', /cut off/]],
    ['a picture called .csv', [() => png, 'a.csv', /PNG/]],
    ['text called .xlsx', [() => 'sku,name\nA,a\n', 'a.xlsx', /named XLSX but starts with "sku,name/]],
    ['text called .json', [() => 'sku,name\nA,a\n', 'a.json', /named JSON but starts with/]],
    ['NULs among its text', [() => 'sku,name\nA,\u0000a\n', 'a.csv', /NUL/]],
    ['NULs alone', [() => Buffer.alloc(5000), 'a.csv', /.+/]],
  ])('%s: a 422 says at "file" what is wrong, and no job begins', async (_, [content, name, says]) => {
    const response = await sendFile(open.api, { content: await content(), name });
    const { details } = expectError(response, 'validation_failed');
    expect(details?.fieldErrors).toEqual({ file: expect.stringMatching(says) });
    expect((await open.api.get('/jobs')).data).toEqual([]);
    expect(await open.skus('')).toEqual([]);
  });
});

describe('a file whose harm comes later', () => {
  /** So many that the file is beyond what is read before an import is accepted. */
  const good = 450;
  const head = `sku,name,description\n${filledRows(good, 4800)}`;

  it.each<[string, Refused]>([
    ['a NUL', [() => `${head}X,\u0000\n`, 'a.csv', new RegExp(`NUL character in line ${good + 2}`)]],
    ['a cell of 5 MiB', [() => `${head}X,"${'x'.repeat(5 * mebibyte)}"\n`, 'a.csv', /more than 4194304 characters/]],
    ['a quote that is never closed', [() => `${head}X,"x\n`, 'a.csv', /never closed/]],
  ])('%s: the job fails, says what it was, and accounts for each row it has saved', async (_, file) => {
    const [content, name, says] = file;
    const job = await runImport(open.api, { content: await content(), name });
    expect(job.status).toBe('failed');
    expect(job.result).toMatchObject({ error: { code: 'validation_failed', message: expect.stringMatching(says) } });
    const saved = (await open.api.get('/products?limit=1')).pagination.total;
    const { total, created, failed } = job.result;
    expect([created, failed, total]).toEqual([saved, 0, saved]);
    expect(saved).toBeGreaterThan(0);
  });
});

describe('a file that is read all the same', () => {
  it('is a workbook with a wrong dimension', async () => {
    for (const reference of ['A1:XFD1048576', 'A1:A1', 'nonsense']) {
      const head = `<dimension ref="${reference}"/>`;
      const content = await workbook({ head, rows: row('sku', 'name') + row('A', reference) });
      const job = await runImport(open.api, { content, name: 'a.xlsx' });
      expect(job.result).toMatchObject({ total: 1, failed: 0 });
      expect(await open.read('/products/A')).toMatchObject({ name: reference });
    }
  });

  it('has a row of a million cells, or a cell that is too long, which is an error of that row only', async () => {
    const long = `L,${'x'.repeat(mebibyte + 1)}\n`;
    const wide = `W${',x'.repeat(999_999)}\n`;
    const job = await runImport(open.api, { content: `sku,name\nA,a\n${long}${wide}B,b\n` });
    expect(job.status).toBe('completed');
    expect(job.result).toMatchObject({ total: 4, created: 2, failed: 2 });
    expect(job.errors.map(({ row, column }: JobError) => [row, column])).toEqual([
      [2, 'name'],
      [3, null],
    ]);
    expect(await open.skus('')).toEqual(['A', 'B']);
  });

  it('has as many columns as allowed', async () => {
    const columns = Array.from({ length: 16_382 }, (_, index) => `c${index}`);
    const content = `sku,name,${columns.join()}\nA,a${',x'.repeat(columns.length)}\n`;
    const accepted = await sendFile(open.api, { content });
    expect([accepted.status, accepted.data.unmappedColumns.length]).toEqual([202, columns.length]);
  });

  it('has a name for another kind of table', async () => {
    const json = await runImport(open.api, { content: '[{"sku":"J","name":"j"}]', name: 'a.csv' });
    const book = await workbook({ rows: row('sku', 'name') + row('X', 'x') });
    const xlsx = await runImport(open.api, { content: book, name: 'a.csv' });
    expect([json.result.created, xlsx.result.created]).toEqual([1, 1]);
    expect(await open.skus('')).toEqual(['J', 'X']);
  });
});

/** Rows of CSV with texts that do not get smaller in gzip. */
function filledRows(count: number, bytes: number): string {
  return Array.from({ length: count }, (_, n) => `S${n},Name ${n},${randomBytes(bytes).toString('base64')}\n`).join('');
}

function workbookWithEntities(): Promise<Buffer> {
  const part = `<!DOCTYPE sst [<!ENTITY a "${'a'.repeat(1000)}">]><sst><si><t>&a;</t></si></sst>`;
  return workbook({ rows: row('sku', 'name'), other: { 'xl/sharedStrings.xml': part } });
}
