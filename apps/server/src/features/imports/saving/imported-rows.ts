import type { JobError } from '@product-content/contract';
import type { Row } from '../../../formats/index.ts';
import type { MissingRecord } from '../../columns/index.ts';
import type { CreatedCodes } from '../run/missing-records.ts';

/** A row to be saved. */
export interface RowToSave {
  readonly row: Row;
  /** References to records that are about to be saved, which it may name. */
  readonly announced?: readonly string[];
}

/** How a row is deferred. */
export interface DeferredAs {
  /** What identifies its record: a SKU or id, or a code. */
  readonly reference: string;
  /** It is saved after rows that are not late, as variants are after their parents. */
  readonly isLate: boolean;
}

/** The outcome of a row. */
export type RowOutcome =
  | ({ readonly saved: 'created' | 'updated' | 'unchanged' } & DeferredAs)
  | {
      readonly saved: null;
      readonly errors: readonly JobError[];
      /** What it waits for, if it only lacks records that may come later in the file. */
      readonly waiting: (DeferredAs & { readonly needs: readonly string[] }) | null;
    };

/** The outcome of some rows, and of the records they lacked. */
export interface SavedRows {
  /** In row order. */
  readonly outcomes: readonly RowOutcome[];
  readonly created: CreatedCodes;
}

/** What a row is about. */
export interface DescribedRow {
  readonly row: Row;
  /** What identifies its record; null when nothing does. */
  readonly reference: string | null;
  /** Other records of the file's type that it refers to. */
  readonly related: readonly string[];
  /** Those of them that must exist before it. */
  readonly above: readonly string[];
  /** Errors that keep it from being saved, whatever is created. */
  readonly permanentErrors: readonly JobError[];
}

/** The records that a row names. */
export type NamedRecords = Pick<DescribedRow, 'reference' | 'related'>;

/** Saves the rows of one record type; the rest of an import is the same for all types. */
export interface ImportedRows {
  /**
   * The order in which deferred rows are saved. announced: rows that wait for each other may name each other; in-order:
   * what a row waits for comes before it.
   */
  readonly waitingOrder: 'announced' | 'in-order';
  /** Catalog records that a dry run would have created by now. */
  readonly simulatedRecords?: readonly MissingRecord[];
  /** Reads only the cells that name records. */
  names(rows: readonly Row[]): Promise<readonly NamedRecords[]>;
  /** Reads rows that come next, so that it is done when they are saved. */
  prepare?(rows: readonly Row[]): Promise<void>;
  /** Reads rows, given the current catalog. */
  describe(rows: readonly Row[]): Promise<DescribedRow[]>;
  /**
   * Saves rows in order, independently of each other, within the running transaction. The number of statements does not
   * depend on how many there are.
   */
  save(rows: readonly RowToSave[]): Promise<SavedRows>;
}
