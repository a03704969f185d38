import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { collect, readTable, tableFile } from '#testing/formats/table-files.ts';
import { openTable, reopenTable } from '../../index.ts';

describe('a CSV file', () => {
  it('keeps quotes, delimiters, line breaks, blanks and leading zeros in cells', async () => {
    const { columns, records } = await readTable('sku,name\r\n007,"a, ""b""\r\nc"\r\n8,  x \r\n');
    expect(columns).toEqual(['sku', 'name']);
    expect(records).toEqual([
      { sku: '007', name: 'a, "b"\r\nc' },
      { sku: '8', name: '  x ' },
    ]);
  });

  it.each([
    [',', 'csv'],
    [';', 'csv'],
    ['|', 'csv'],
    ['\t', 'tsv'],
  ])('is split at %j if that splits most rows like the header', async (delimiter, format) => {
    const rows = [
      ['sku', 'name', 'price'],
      ['1', 'one, two; three', '1,50'],
      ['2', 'a|b,c', '2,50'],
    ].map((cells) => cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter));
    const { columns, detected, rows: read } = await readTable(rows.join('\n'));
    expect(detected).toMatchObject({ format, encoding: 'utf-8', delimiter, header: true, rows: 2 });
    expect(columns).toEqual(['sku', 'name', 'price']);
    expect(read.every(({ problem }) => problem === undefined)).toBe(true);
  });

  it('is split as its sender or first line says', async () => {
    expect((await readTable('a;b,c\n1;2,3', undefined, { delimiter: ',' })).columns).toEqual(['a;b', 'c']);
    expect((await readTable('sep=|\r\na,b|c\r\n1|2\r\n')).columns).toEqual(['a,b', 'c']);
  });

  it.each(['\n', '\r\n', '\r'])('has lines that end with %j', async (end) => {
    const { records } = await readTable(['a,b', '1,2', '3,4'].join(end));
    expect(records).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
  });

  it('counts rows with content', async () => {
    const { rows } = await readTable('\na,b\n\n1,2\n,\n3,4\n\n');
    expect(rows.map(({ number, cells }) => [number, cells])).toEqual([
      [1, ['1', '2']],
      [2, ['3', '4']],
    ]);
  });

  it('has a name for every column', async () => {
    const { columns } = await readTable('Name,name,Name,,Name#2,Name,,\n1,2,3,4,5,6');
    expect(columns).toEqual(['Name', 'name', 'Name#3', 'Column 4', 'Name#2', 'Name#4']);
  });

  it('reports a row with more cells than the header, and continues', async () => {
    const { rows } = await readTable('a,b\n1\n1,2,3\n4,5,\n');
    expect(rows.map(({ cells, problem }) => [cells, problem?.message])).toEqual([
      [['1'], undefined],
      [['1', '2'], 'The row has 3 cells, the header 2; is a quote or delimiter wrong?'],
      [['4', '5'], undefined],
    ]);
  });

  it('takes quotes inside a cell literally', async () => {
    expect((await readTable('a,b\n5" pipe,3"\n"x" y,z\n')).rows.map(({ cells }) => cells)).toEqual([
      ['5" pipe', '3"'],
      ['"x" y', 'z'],
    ]);
  });

  it('restores neutralised cells', async () => {
    const { rows } = await readTable(`a\n'=1+1\n''=1\n'quoted\n-5\n`);
    expect(rows.map(({ cells }) => cells[0])).toEqual(['=1+1', "'=1", "'quoted", '-5']);
  });

  it('can be read from any row on, with only its layout', async () => {
    const file = await tableFile('a\n1\n2\n3\n');
    const { layout } = await openTable(file);
    const table = reopenTable(file, JSON.parse(JSON.stringify(layout)));
    expect((await collect(table.rows({ after: 2 }))).map(({ cells }) => cells)).toEqual([['3']]);
    const aborted = table.rows({ signal: AbortSignal.abort() });
    await expect(aborted.next()).rejects.toThrow('aborted');
  });
});

describe('the encoding', () => {
  const text = 'sku;name\n1;Größe € ’ –\n';

  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16be', iconv.encode(`\ufeff${text}`, 'utf-16be')],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', iconv.encode(text, 'utf-16be')],
    ['windows-1252', iconv.encode(text, 'windows-1252')],
  ])('is found to be %s', async (encoding, bytes) => {
    const { detected, records } = await readTable(bytes);
    expect(detected.encoding).toBe(encoding);
    expect(records).toEqual([{ sku: '1', name: 'Größe € ’ –' }]);
  });

  it('is found when the first decisive letter comes late', async () => {
    const filler = 'a;b\n'.repeat(700_000);
    const { detected } = await openTable(await tableFile(Buffer.from(`${filler}ä;b\n`, 'latin1'))).then(
      (t) => t.layout,
    );
    expect(detected).toMatchObject({ encoding: 'windows-1252', rows: null });
  });

  it('is the declared one if there is one', async () => {
    const { records, detected } = await readTable(iconv.encode('a\nŁódź\n', 'iso-8859-2'), 'a.csv', {
      encoding: 'ISO-8859-2',
    });
    expect([records, detected.encoding]).toEqual([[{ a: 'Łódź' }], 'iso-8859-2']);
    expect((await readTable('\ufeffa\nä\n', 'a.csv', { encoding: 'cp1252' })).detected.encoding).toBe('utf-8');
    const wrong = readTable(Buffer.from('a\nok\n\xe4\n', 'latin1'), 'a.csv', { encoding: 'utf8' });
    await expect(wrong).rejects.toMatchObject({
      details: { fieldErrors: { 'options.encoding': expect.stringContaining('not UTF-8: line 1') } },
    });
    await expect(readTable('a\n1', 'a', { encoding: 'klingon' })).rejects.toThrow('"klingon" is not a known encoding.');
  });
});

describe('gzip', () => {
  it('is expanded', async () => {
    const { layout } = await openTable(await tableFile(gzipSync('a;b\n1;2\n'), 'x.csv'));
    expect(layout).toMatchObject({ compression: 'gzip', columns: ['a', 'b'], detected: { format: 'csv', rows: 1 } });
  });
});
