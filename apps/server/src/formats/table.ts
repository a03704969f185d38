/** Formats a table is read from and written to. TSV is CSV with a tab between its cells. */
export const tableFormats = ['csv', 'tsv', 'xlsx', 'xml', 'json', 'ndjson'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A file on the local disk. */
export interface TableFile {
  readonly path: string;
  /** What its sender called it; asked when the content leaves the format open. */
  readonly name?: string;
  /** Ends reading it: what is under way then fails with its reason. */
  readonly signal?: AbortSignal;
}

/** What the sender says about the file. All of it may be left out. */
export interface TableOptions {
  /** `auto` (default) or a name such as `utf-8`, `utf-16le`, `windows-1252`. A byte order mark always wins. */
  readonly encoding?: string;
  /** One character between the cells of a CSV file. Default: found. */
  readonly delimiter?: string;
  /** Whether the first row of CSV, TSV and XLSX names the columns; without a header they are `#1`, `#2` … Default true. */
  readonly header?: boolean;
  /** Name of a sheet of a workbook. Default: the first one. */
  readonly sheet?: string;
  /** Where the items of an XML or JSON file are: a dotted path from the root (`data.products`), or a name. */
  readonly itemPath?: string;
  /** Paths from the root at which well-known XML files have their items; one that occurs is taken. */
  readonly knownItemPaths?: readonly string[];
}

/** What was found out about a file. */
export interface DetectedTable {
  readonly format: TableFormat;
  /** `null` where the format has its own (XLSX). */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly sheet: string | null;
  /** Whether the first row names the columns; `null` where the format names them (JSON, XML). */
  readonly header: boolean | null;
  /** A cell of the header that looks like data. */
  readonly dataInHeader: string | null;
  /** `null` when counting would mean reading a large CSV or XLSX file once more. */
  readonly rows: number | null;
}

/** All that is needed to read a file without looking at it again first. Plain JSON: it can be kept with a job. */
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

/** What keeps one row from being used; the others go on. */
export interface RowProblem {
  readonly column: string | null;
  readonly message: string;
}

export interface Row {
  /** From 1. Headers and rows without any content are not counted. */
  readonly number: number;
  /** By the position of their column. May be shorter than the columns. */
  readonly cells: readonly Cell[];
  readonly problem?: RowProblem;
  /** True for a row that the file does not have, and that other rows imply. */
  readonly isImplied?: boolean;
}

export interface ReadRowsOptions {
  /** Begin behind this row: where an earlier reading ended. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/** A file whose rows can be read, as often as needed. */
export interface Table {
  readonly layout: TableLayout;
  /**
   * Rows in file order, one chunk of the file in memory at a time. The file is open only while iterating.
   *
   * @throws {TableFileError} while iterating, when the file breaks off or holds what no table does.
   */
  rows(options?: ReadRowsOptions): AsyncGenerator<Row, void, undefined>;
  /**
   * Elements of an XML file at a path from its root, rows or not, as nested values; none of any other file.
   *
   * @throws {TableFileError} as {@link Table.rows}.
   */
  elements(path: string): AsyncGenerator<unknown, void, undefined>;
}

/** A layout before the columns are known. */
export interface TableStart extends Omit<TableLayout, 'columns' | 'detected'> {
  readonly detected: Omit<DetectedTable, 'rows' | 'dataInHeader'>;
  /** Bytes of the file, expanded. */
  readonly size: number;
  readonly knownItemPaths: readonly string[];
}

export interface TableInspection {
  readonly columns: readonly string[];
  readonly rows: number | null;
  /** The sheet that was chosen. */
  readonly sheet?: string;
  /** Where the items were found, when it was not said. */
  readonly itemPath?: string;
  readonly dataInHeader?: string | null;
}

/** How one format is read. */
export interface TableReader {
  /** Columns and, where it is cheap or the columns need it anyway, the number of rows. */
  inspect(file: TableFile, start: TableStart): Promise<TableInspection>;
  rows(file: TableFile, layout: TableLayout): AsyncGenerator<Row, void, undefined>;
}
