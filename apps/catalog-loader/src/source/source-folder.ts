import { createReadStream, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type CsvError, parse } from 'csv-parse';
import { LoadError } from '../load-error.ts';

/** One row of a table: its number, from 1 without the header, and its cells by column name. */
export interface SourceRow {
  readonly table: string;
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface TableOptions {
  /** Default: a comma. */
  readonly delimiter?: string;
  /** Called for rows that are malformed CSV or have a different number of cells than the header. */
  readonly onBadRow: (problem: { table: string; message: string }) => void;
}

/** The position of a row in findings: `products.csv row 12`. */
export const whereIs = (row: SourceRow): string => `${row.table} row ${row.number}`;

/** The path of a table in a folder, plain or gzipped; null when it does not exist. */
export function tablePath(folder: string, name: string): string | null {
  const plain = join(folder, `${name}.csv`);
  if (existsSync(plain)) return plain;
  return existsSync(`${plain}.gz`) ? `${plain}.gz` : null;
}

/**
 * Streams the rows of `<name>.csv` or `<name>.csv.gz`. UTF-8 with or without a byte order mark; cells may hold
 * line breaks and doubled quotes (RFC 4180).
 *
 * @throws LoadError when the folder has no such table, or it cannot be read.
 */
export async function* readTable(folder: string, name: string, options: TableOptions): AsyncGenerator<SourceRow> {
  const path = tablePath(folder, name);
  if (path === null) throw new LoadError(`${join(folder, `${name}.csv`)} does not exist, nor does ${name}.csv.gz.`);
  const table = basename(path, '.gz');
  // Counted while parsing, because the parser runs ahead of its reader.
  let number = 0;
  const parser = parse({
    bom: true,
    columns: true,
    delimiter: options.delimiter ?? ',',
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record: (cells: Record<string, string>): SourceRow => ({ table, number: ++number, cells }),
    on_skip: (error: CsvError | undefined) => {
      number++;
      options.onBadRow({ table, message: error?.message ?? 'is not well-formed' });
      return undefined;
    },
  });
  const source = createReadStream(path);
  const done = (): void => {};
  if (path.endsWith('.gz')) pipeline(source, createGunzip(), parser, done);
  else pipeline(source, parser, done);
  try {
    yield* parser as AsyncIterable<SourceRow>;
  } catch (cause) {
    throw new LoadError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** All rows of a small table; empty when the folder does not contain it. */
export async function readWholeTable(folder: string, name: string, options: TableOptions): Promise<SourceRow[]> {
  const rows: SourceRow[] = [];
  if (tablePath(folder, name) === null) return rows;
  for await (const row of readTable(folder, name, options)) rows.push(row);
  return rows;
}
