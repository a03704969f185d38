import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sourceFolder } from '../../testing/source-files.ts';
import { readTable, readWholeTable, type SourceRow, type TableOptions } from './source-folder.ts';

const strict: TableOptions = {
  onBadRow({ message }) {
    throw new Error(message);
  },
};

async function cellsOf(files: Record<string, string>, options: TableOptions = strict) {
  return (await readWholeTable(await sourceFolder(files), 'parts', options)).map((row: SourceRow) => row.cells);
}

describe('a source table', () => {
  it('is read with CRLF, doubled quotes, delimiters and line breaks within cells', async () => {
    const text = 'sku,name\r\n001,"Brick ""2x4"", red"\r\n002,"two\r\nlines"\r\n';
    expect(await cellsOf({ 'parts.csv': text })).toEqual([
      { sku: '001', name: 'Brick "2x4", red' },
      { sku: '002', name: 'two\r\nlines' },
    ]);
  });

  it('is read gzipped, with a byte order mark and another delimiter', async () => {
    const text = '\ufeffsku;name\n1;"Größe, XL"\n';
    const cells = await cellsOf({ 'parts.csv.gz': text }, { ...strict, delimiter: ';' });
    expect(cells).toEqual([{ sku: '1', name: 'Größe, XL' }]);
  });

  it('numbers rows from 1 and counts those it reports as not well-formed', async () => {
    const folder = await sourceFolder({ 'parts.csv': 'sku,name\n1,one\n2,two,too many\n3,three\n' });
    const bad: string[] = [];
    const rows = await readWholeTable(folder, 'parts', { onBadRow: ({ table }) => bad.push(table) });
    expect(rows.map(({ number, cells }) => [number, cells.sku])).toEqual([
      [1, '1'],
      [3, '3'],
    ]);
    expect(bad).toEqual(['parts.csv']);
  });

  it('can be abandoned before its end', async () => {
    const folder = await sourceFolder({ 'parts.csv.gz': `sku\n${'1\n'.repeat(200_000)}` });
    let rows = 0;
    for await (const _ of readTable(folder, 'parts', strict)) if (++rows === 3) break;
    expect(rows).toBe(3);
  });

  it('that is missing is an error naming both file names, or empty if it is optional', async () => {
    const folder = await sourceFolder({});
    await expect(readTable(folder, 'parts', strict).next()).rejects.toThrow(/parts\.csv.*parts\.csv\.gz/);
    expect(await readWholeTable(folder, 'parts', strict)).toEqual([]);
  });

  it('that is damaged fails instead of ending early', async () => {
    const folder = await sourceFolder({});
    const whole = gzipSync(`sku\n${Array.from({ length: 5_000 }, (_, index) => `${index * 7919}\n`).join('')}`);
    await writeFile(`${folder}/sets.csv.gz`, whole.subarray(0, whole.length / 2));
    await expect(readWholeTable(folder, 'sets', strict)).rejects.toThrow(/unexpected end/);
  });
});
