import type { JobError } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import type { CreatedCodes } from '../run/missing-records.ts';

/** A row that is to be saved. */
export interface RowToSave {
  readonly row: Row;
  /** What it may name because it is about to be saved. */
  readonly announced?: readonly string[];
}

/** How a row is put aside. */
export interface DeferredAs {
  /** What names its record: a SKU or id, a code. */
  readonly reference: string;
  /** It is saved behind those that are not late, as variants are behind their parents. */
  readonly isLate: boolean;
}

/** What became of a row. */
export type RowOutcome =
  | ({ readonly saved: 'created' | 'updated' | 'unchanged' } & DeferredAs)
  | {
      readonly saved: null;
      readonly errors: readonly JobError[];
      /** What it waits for, if records that may come later in the file are all that it lacks. */
      readonly waiting: (DeferredAs & { readonly needs: readonly string[] }) | null;
    };

/** What became of some rows, and of the records they lacked. */
export interface SavedRows {
  /** In the order of the rows. */
  readonly outcomes: readonly RowOutcome[];
  readonly created: CreatedCodes;
}

/** What a row is about. */
export interface DescribedRow {
  readonly row: Row;
  /** What names its record; null when nothing does. */
  readonly reference: string | null;
  /** Other records of the file's type that it names. */
  readonly related: readonly string[];
  /** Those among them that have to be there before it. */
  readonly above: readonly string[];
  /** What keeps it from being saved, whatever is created. */
  readonly lastingErrors: readonly JobError[];
}

/** Saves the rows of files of one record type; the rest of an import is the same for all of them. */
export interface ImportedRows {
  /**
   * In which order rows are saved that were put aside. announced: those that wait for each other may name each other;
   * in-order: what a row waits for comes before it.
   */
  readonly waitingOrder: 'announced' | 'in-order';
  /** Reads rows, with the catalog as it is. */
  describe(rows: readonly Row[]): Promise<DescribedRow[]>;
  /**
   * Saves rows in order, each on its own, within the running transaction, in a number of statements that does not depend
   * on how many there are.
   */
  save(rows: readonly RowToSave[]): Promise<SavedRows>;
}
