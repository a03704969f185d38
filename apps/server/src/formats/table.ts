/** Formats in which a table can be read and written. TSV is CSV with tabs between cells. */
export const tableFormats = ['csv', 'tsv', 'xlsx', 'xml', 'json', 'ndjson'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A file on the local disk. */
export interface TableFile {
  readonly path: string;
  /** The file name its sender gave; used when the content leaves the format open. */
  readonly name?: string;
  /** Aborts reading, which then fails with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** What the sender says about the file. All of it is optional. */
export interface TableOptions {
  /** `auto` (default) or a name such as `utf-8`, `utf-16le`, `windows-1252`. A byte order mark always wins. */
  readonly encoding?: string;
  /** The character between the cells of a CSV file. Default: detected. */
  readonly delimiter?: string;
  /** Whether the first row of CSV, TSV and XLSX names the columns; without a header they are `#1`, `#2` … Default true. */
  readonly header?: boolean;
  /** Name of a sheet of a workbook. Default: the first one. */
  readonly sheet?: string;
  /** The path of the items in an XML or JSON file: dotted from the root (`data.products`), or a name. */
  readonly itemPath?: string;
  /** Paths of the items in well-known XML files, from the root; the first one that occurs is used. */
  readonly knownItemPaths?: readonly string[];
}

/** What was detected about a file. */
export interface DetectedTable {
  readonly format: TableFormat;
  /** `null` if the format determines it (XLSX). */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly sheet: string | null;
  /** Whether the first row names the columns; `null` for formats with names in each item (JSON, XML). */
  readonly header: boolean | null;
  /** A cell of the header that looks like data. */
  readonly dataInHeader: string | null;
  /** `null` if counting would require reading a large CSV or XLSX file again. */
  readonly rows: number | null;
}

/** Everything needed to read a file without inspecting it again. Plain JSON: it can be stored with a job. */
export interface TableLayout {
  readonly detected: DetectedTable;
  /** Unique names in file order. The second column called `Name` is `Name#2`. */
  readonly columns: readonly string[];
  readonly compression: 'gzip' | null;
  readonly itemPath: string | null;
}

export type CellValue = string | number | boolean | null | readonly CellValue[] | { readonly [key: string]: CellValue };

/** `undefined`: the row does not have this column. */
export type Cell = CellValue | undefined;

/** Why one row cannot be used; the others can. */
export interface RowProblem {
  readonly column: string | null;
  readonly message: string;
}

export interface Row {
  /** From 1. Headers and rows without any content do not count. */
  readonly number: number;
  /** By the position of their column. May be shorter than the columns. */
  readonly cells: readonly Cell[];
  readonly problem?: RowProblem;
  /** True for a row that is not in the file, but implied by other rows. */
  readonly isImplied?: boolean;
}

export interface ReadRowsOptions {
  /** Start after this row, where an earlier reading ended. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/** A file whose rows can be read any number of times. */
export interface Table {
  readonly layout: TableLayout;
  /**
   * Rows in file order, one chunk of the file in memory at a time. The file is open only while iterating.
   *
   * @throws {TableFileError} while iterating, when the file is truncated or its content is not valid for a table.
   */
  rows(options?: ReadRowsOptions): AsyncGenerator<Row, void, undefined>;
  /**
   * Elements of an XML file at a path from its root, whether they are rows or not, as nested values; none for any other
   * file.
   *
   * @throws {TableFileError} like {@link Table.rows}.
   */
  elements(path: string): AsyncGenerator<unknown, void, undefined>;
}

/** A layout before the columns are known. */
export interface TableStart extends Omit<TableLayout, 'columns' | 'detected'> {
  readonly detected: Omit<DetectedTable, 'rows' | 'dataInHeader'>;
  /** Bytes of the file, uncompressed. */
  readonly size: number;
  readonly knownItemPaths: readonly string[];
}

export interface TableInspection {
  readonly columns: readonly string[];
  readonly rows: number | null;
  /** The selected sheet. */
  readonly sheet?: string;
  /** The path where the items were found, when it was not given. */
  readonly itemPath?: string;
  readonly dataInHeader?: string | null;
}

/** The reader for one format. */
export interface TableReader {
  /** The columns and, if it is cheap or the columns require it anyway, the number of rows. */
  inspect(file: TableFile, start: TableStart): Promise<TableInspection>;
  rows(file: TableFile, layout: TableLayout): AsyncGenerator<Row, void, undefined>;
}
