import { TableFileError } from '../table-error.ts';
import { assertColumnCount, assertColumnName } from './bounds.ts';

/** The columns of a file, and a header cell that looks like data. */
export interface NamedColumns {
  readonly columns: readonly string[];
  readonly dataInHeader: string | null;
}

/** A number, a date or an address: unlikely names for a column. */
const dataLike = /^(?:[+-]?\d[\d.,/-]*|https?:\/\/\S+)$/;

/**
 * The columns of a file, from its first row.
 *
 * @param hasHeader false if the row is data: its columns are `#1`, `#2` …
 * @throws {TableFileError} when there are too many, or none, or a name is too long.
 */
export function columnsOf(first: readonly string[], hasHeader: boolean): NamedColumns {
  if (hasHeader) {
    const dataInHeader = first.map((cell) => cell.trim()).find((cell) => dataLike.test(cell)) ?? null;
    return { columns: nameColumns(first), dataInHeader };
  }
  assertColumnCount(first.length);
  return { columns: first.map((_, index) => `#${index + 1}`), dataInHeader: null };
}

/**
 * The columns of a header: unique and never empty. Repeated names get a number (`Name#2`), empty ones their position
 * (`Column 3`); empty ones at the end are dropped.
 *
 * @throws {TableFileError} when there are too many, or none, or a name is too long.
 */
export function nameColumns(header: readonly string[]): string[] {
  assertColumnCount(header.length);
  const titles = header.map((title) => title.trim());
  while (titles.at(-1) === '') titles.pop();
  if (titles.length === 0) throw new TableFileError('The file has no header.');
  titles.forEach(assertColumnName);
  const literal = new Set(titles);
  const taken = new Set<string>();
  const occurrences = new Map<string, number>();
  return titles.map((title, index) => {
    const name = title === '' ? `Column ${index + 1}` : title;
    let count = occurrences.get(name) ?? 0;
    let unique: string;
    do {
      count++;
      unique = count === 1 ? name : `${name}#${count}`;
    } while (taken.has(unique) || (unique !== title && literal.has(unique)));
    occurrences.set(name, count);
    taken.add(unique);
    return unique;
  });
}
