import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Cell, openTable, type Row, type TableFile, type TableOptions } from '../../src/formats/index.ts';

/** A file with these bytes, deleted after the test. */
export async function tableFile(content: string | Buffer, name = 'table'): Promise<TableFile> {
  const folder = await mkdtemp(join(tmpdir(), 'table-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  await writeFile(path, content);
  return { path, name };
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The whole file: its layout, its rows, and their cells by column. */
export async function readTable(content: string | Buffer, name?: string, options?: TableOptions) {
  const table = await openTable(await tableFile(content, name), options);
  const { columns, detected } = table.layout;
  const rows = await collect(table.rows());
  return { columns, detected, rows, records: rows.map((row) => toRecord(columns, row)) };
}

export function toRecord(columns: readonly string[], { cells }: Row): Record<string, Cell> {
  const present = columns.flatMap((name, index) => (cells[index] === undefined ? [] : [[name, cells[index]] as const]));
  return Object.fromEntries(present);
}
