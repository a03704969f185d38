import type { Cell } from '../table.ts';

/** A problem with a cell that was written anyway. */
export interface WriteWarning {
  /** Data row from 1. */
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

/**
 * What a table is written as, with the options that format has.
 *
 * What comes back when the file is read again:
 *
 * | | texts | numbers, booleans | null | nothing (`undefined`) | lists | objects |
 * |---|---|---|---|---|---|---|
 * | json, ndjson | yes | yes | yes | yes | yes | as columns `a.b`; within lists as objects |
 * | xml | yes | as texts | yes | yes | yes; an empty one as `''`, what is in it as here | as in json |
 * | xlsx | yes | yes | as nothing | yes | as their JSON text | as their JSON text |
 * | csv, tsv | yes | as texts | as `''` | as `''` | as their JSON text | as their JSON text |
 *
 * Rows without any content do not come back from csv, tsv and xlsx. Blanks around a column's name are not kept there.
 */
export type TableTarget =
  | {
      readonly format: 'csv';
      /** Default: a comma. */
      readonly delimiter?: string;
      /** Whether to write a byte order mark, by which Excel recognizes UTF-8. Default: false. */
      readonly bom?: boolean;
      /** Whether the first row names the columns. Default true. */
      readonly header?: boolean;
    }
  | { readonly format: 'tsv'; readonly bom?: boolean; readonly header?: boolean }
  | {
      readonly format: 'xlsx';
      /** The name of the sheet. Default `Products`. */
      readonly sheet?: string;
      /** Called for cells that Excel will not show completely. */
      readonly onWarning?: (warning: WriteWarning) => void;
    }
  | { readonly format: 'xml' }
  | { readonly format: 'json' }
  | { readonly format: 'ndjson' };

/** Cells by the position of their column; missing ones at the end are `undefined`. */
export type WrittenRow = readonly Cell[];
export type WrittenRows = Iterable<WrittenRow> | AsyncIterable<WrittenRow>;
