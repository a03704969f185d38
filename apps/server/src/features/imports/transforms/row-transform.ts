import type { Row } from '../../../formats/index.ts';

/**
 * Makes the rows that a mapping can read of the rows of a file, where one row is several products, or several rows are
 * one. It reads forwards and keeps no more than a bounded number of rows.
 */
export interface RowTransform {
  /**
   * The columns of the rows it gives.
   *
   * @param file its columns, and its rows where the columns follow from what the cells say.
   */
  columns(file: TransformedFile): readonly string[] | Promise<readonly string[]>;
  /**
   * The rows it gives, their cells by the position of {@link columns}. Each has the number of the row of the file it was
   * made of, never a smaller one than the row before it, and at most {@link rowsOfRow} rows have the same.
   */
  rows(rows: AsyncIterable<Row>, columns: TransformColumns): AsyncIterable<Row>;
}

export interface TransformedFile {
  readonly columns: readonly string[];
  rows(): AsyncIterable<Row>;
}

export interface TransformColumns {
  /** Of the file. */
  readonly file: readonly string[];
  /** What {@link RowTransform.columns} has found. */
  readonly own: readonly string[];
}

/** Rows that one row of a file can become: with the most rows a file may have, their numbers fit into 31 bits. */
export const rowsOfRow = 2_047;

/** Transformations by name. */
export const rowTransforms: Readonly<Record<string, RowTransform>> = {};
