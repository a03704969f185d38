import { ApiError } from '../kernel/index.ts';

/** The part of the input that a {@link TableFileError} concerns: the file itself, or an option that does not fit it. */
export type TableField = 'file' | 'options.encoding' | 'options.delimiter' | 'options.sheet' | 'options.itemPath';

export interface TableErrorLocation {
  /** Default `file`. */
  readonly field?: TableField;
  /** Data row from 1, when the problem concerns one. */
  readonly row?: number;
  readonly column?: string;
  readonly cause?: unknown;
}

/**
 * A file that cannot be read as a table. The message says what was found and where, for the person who sent the file.
 * Its `fieldErrors` name `file`, or the invalid option.
 */
export class TableFileError extends ApiError<'validation_failed'> {
  readonly row: number | null;
  readonly column: string | null;

  constructor(message: string, location: TableErrorLocation = {}) {
    const { field = 'file', row = null, column = null, cause } = location;
    super('validation_failed', message, { details: { fieldErrors: { [field]: message } }, cause });
    this.row = row;
    this.column = column;
  }
}
