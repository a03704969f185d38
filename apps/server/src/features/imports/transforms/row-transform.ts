import type { Row } from '../../../formats/index.ts';

/**
 * Converts the rows of a file to rows that a mapping can read, if one row is several products, or several rows are one.
 * It may scan all rows first; then it reads them once, in order. Its memory is bounded.
 */
export interface RowTransform {
  open(file: TransformedFile): Promise<OpenTransform>;
}

/** A file before it is transformed. */
export interface TransformedFile {
  readonly columns: readonly string[];
  rows(): AsyncIterable<Row>;
  /** Other elements of an XML file by their path from the root, as nested values; empty for any other file. */
  elements(path: string): AsyncIterable<unknown>;
}

/** A transformation opened for one file. */
export interface OpenTransform {
  readonly columns: readonly string[];
  /** Targets of columns by name, where the mapping does not set one. */
  readonly targets: Readonly<Record<string, string>>;
  /**
   * The resulting rows, with cells at the positions of {@link columns}. Each has the number of the file row it was made
   * from. Numbers never decrease, and at most {@link rowsOfRow} rows share one.
   */
  rows(rows: AsyncIterable<Row>): AsyncIterable<Row>;
}

/** Rows that one row of a file can become: with the maximum number of rows per file, their numbers fit into 31 bits. */
export const rowsOfRow = 2_047;
