import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { collect, readTable, tableFile } from '#testing/formats/table-files.ts';
import { openTable, TableFileError } from './index.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a file that is not a table is refused, naming what it is', () => {
  it.each([
    ['a picture called .csv', png, 'a.csv', 'The file is a PNG file (image/png), not a table.'],
    ['a picture within gzip', gzipSync(png), 'a.csv.gz', 'The file is a PNG file (image/png), not a table.'],
    [
      'noise',
      Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 7919) % 13)),
      'a.csv',
      'The file is a binary file of an unknown kind, not a table.',
    ],
    ['nothing', '', 'a.csv', 'The file is empty.'],
    ['nothing within gzip', gzipSync(''), 'a.csv', 'The file is empty.'],
    ['blanks', ' \n\r\n\t', 'a.csv', 'The file is empty: it has nothing but blanks.'],
    ['delimiters', ',,\n,,\n', 'a.csv', 'The file has no header.'],
    ['a web page', '<!DOCTYPE html>\n<html></html>', 'a.xml', 'The file is an HTML page, not a table.'],
    ['text called JSON', 'sku: 1', 'a.json', 'The file is named JSON but starts with "sku: 1".'],
    ['text called XLSX', 'sku,name', 'a.xlsx', 'The file is named XLSX but starts with "sku,name".'],
    [
      'a few NULs',
      'a,b\n1,2\n3,\u00004\n',
      'a.csv',
      'The file has a NUL character in line 3: it is not text, or has another encoding.',
    ],
    [
      'gzip that is cut off',
      gzipSync('a,b\n1,2\n').subarray(0, 18),
      'a.csv',
      'The gzip file is cut off: its end is missing.',
    ],
    [
      'gzip that is damaged',
      damaged(gzipSync('a,b\n1,2\n'.repeat(100))),
      'a.csv',
      'The gzip data is damaged and cannot be expanded.',
    ],
    [
      'a bomb',
      gzipSync(Buffer.alloc(2 * 1024 * 1024, 'a')),
      'a.csv',
      'The file expands to more than 250 times its size, as archive bombs do.',
    ],
  ])('%s', async (_, content, name, message) => {
    const reading = readTable(content, name);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(TableFileError);
    await expect(reading).rejects.toMatchObject({
      code: 'validation_failed',
      details: { fieldErrors: { file: message } },
    });
  });

  it.each(['', '::', '"', '\n'])('a delimiter %j', async (delimiter) => {
    await expect(readTable('a', 'a.csv', { delimiter })).rejects.toThrow('must be one character');
  });
});

describe('a file whose name is wrong is read by its content', () => {
  it.each([
    ['[{"sku": 1}]', 'a.csv', 'json'],
    ['{"sku": 1}\n{"sku": 2}', 'a.json', 'ndjson'],
    ['sku\tname\n1\t2', 'a.csv', 'tsv'],
    ['[sku],[name]\n1,2', 'a.csv', 'csv'],
    ['BM,MZ\n1,2', 'a.csv', 'csv'],
  ])('%j', async (content, name, format) => {
    expect((await readTable(content, name)).detected.format).toBe(format);
  });
});

describe('a CSV file of hostile size', () => {
  it('has a cell without end', async () => {
    const table = await openTable(await tableFile(`sku,name\nA,1\nB,"${'x'.repeat(5 * 1024 * 1024)}"\n`));
    const reading = collect(table.rows());
    await expect(reading).rejects.toThrow('In row 2, cell 2, more than 4194304 characters have no end');
    await expect(reading).rejects.toMatchObject({ row: 2 });
  });

  it('has a quote that is never closed', async () => {
    await expect(readTable('sku,name\nA,1\nB,"2\nC,3\n')).rejects.toThrow(
      'A quote that opens in row 2 is never closed.',
    );
  });

  it('has a cell that is too long, which is a problem of its row', async () => {
    const { rows } = await readTable(`sku,name\nA,${'x'.repeat(1024 * 1024 + 1)}\nB,1\n`);
    expect(rows.map(({ problem }) => problem?.column)).toEqual(['name', undefined]);
  });

  it('has 100,000 columns', async () => {
    const header = Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(',');
    await expect(readTable(`${header}\n1\n`)).rejects.toThrow('100000 columns; at most 16384 can be read');
    const { rows } = await readTable(`a,b\n${header}\n1,2\n`);
    expect(rows.map(({ cells, problem }) => [cells.length, problem?.message])).toEqual([
      [2, 'The row has 100000 cells, the header 2; is a quote or delimiter wrong?'],
      [2, undefined],
    ]);
  });
});

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, 10, 14);
  return copy;
}
