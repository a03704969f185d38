import type { Row } from '../../../formats/index.ts';

/**
 * Makes the rows that a mapping can read of the rows of a file, where one row is several products, or several rows are
 * one. It may look at all rows first; then it reads forwards. What it keeps of a file is bounded.
 */
export interface RowTransform {
  open(file: TransformedFile): Promise<OpenTransform>;
}

/** A file before it is transformed. */
export interface TransformedFile {
  readonly columns: readonly string[];
  rows(): AsyncIterable<Row>;
  /** Other elements of an XML file, by their path from the root, as nested values; none of any other file. */
  elements(path: string): AsyncIterable<unknown>;
}

/** A transformation that knows its file. */
export interface OpenTransform {
  readonly columns: readonly string[];
  /** What columns are, by name, where the mapping does not say it. */
  readonly targets: Readonly<Record<string, string>>;
  /**
   * The rows it gives, their cells by the position of {@link columns}. Each has the number of the row of the file it was
   * made of, never a smaller one than the row before it, and at most {@link rowsOfRow} rows have the same.
   */
  rows(rows: AsyncIterable<Row>): AsyncIterable<Row>;
}

/** Rows that one row of a file can become: with the most rows a file may have, their numbers fit into 31 bits. */
export const rowsOfRow = 2_047;
