import type { ProductInput } from '@product-content/contract';
import type { WorkspaceSettings } from '../../kernel/index.ts';
import type { CatalogSnapshot } from '../catalog/index.ts';
import type { PricePatch } from '../products/index.ts';
import type { CellProblem } from './cells/cell-problem.ts';
import type { DateOrder } from './cells/date-text.ts';
import type { DecimalSeparator } from './cells/number-text.ts';

/** The workspace whose products the columns show. */
export interface ColumnScope {
  readonly workspace: WorkspaceSettings;
  readonly catalog: CatalogSnapshot;
}

/** What a cell holds, as JSON. Lists are codes, SKUs, texts, or objects such as images. Null is an empty cell. */
export type CellValue = string | number | boolean | null | readonly string[] | readonly object[];

/** How text in cells is written and read. */
export interface TextOptions {
  /** Between the items of a list. An item that contains it is escaped with a backslash. */
  readonly listSeparator: string;
  /** Read: undefined accepts either where a number can be read in one way only. Written: `.` unless set. */
  readonly decimalSeparator?: DecimalSeparator | undefined;
}

export interface CellOptions extends TextOptions {
  /**
   * True for cells of typed formats (JSON): null alone is empty and texts stand as they are. False for text
   * (CSV, XLSX, XML): an empty text is an empty cell, `""` stands for a text of no characters.
   */
  readonly typed: boolean;
  /** Undefined accepts either order of a date that can be read in one way only. */
  readonly dateOrder?: DateOrder | undefined;
  /** What relative addresses of images are put behind. */
  readonly imageBase?: string | undefined;
}

/** What the cells of one row say. Unlike those of a ProductInput, its prices leave other currencies alone. */
export type RowInput = Omit<ProductInput, 'prices' | 'expectedVersion'> & {
  prices?: Record<string, PricePatch>;
};

/** One column of files: a part of a product or other record under a key, read from documents and written into inputs. */
export interface Column {
  /** `name`, `prices.EUR.cost`, `attributes.color`, `translations.de.name`. */
  readonly key: string;
  /** True for what is computed: it can be read, and an import leaves it alone. */
  readonly readOnly: boolean;
  /** True for lists: several columns of a file can make one list together. */
  readonly collects: boolean;
  /** The number in the text of a cell, without what may stand beside it. Absent where cells hold something else. */
  readonly numberText?: ((text: string) => string) | undefined;
  /** True where cells hold a date. */
  readonly holdsDates?: boolean | undefined;
  /** The value of the column in a record. */
  read(document: object): CellValue;
  /** The same as text: lists joined, a list of no items and nothing told apart where a record can have both. */
  readText(document: object, options: TextOptions): string;
  /** The key of what a cell is about, where cells can be about something else than their column says. */
  keyOf?(value: unknown): string;
  /** Sets the part of the input a cell is about. @returns what is wrong with the cell, or null. */
  write(input: object, value: unknown, options: CellOptions): CellProblem | null;
  /** Empties that part. What a record always has stays as it is. */
  clear(input: object): void;
}

/** Which columns of a file there is one of for each locale or currency. */
export interface ColumnSelection {
  /** Translations of these locales. Default: every locale of the workspace but the default one. */
  readonly locales?: readonly string[];
  /** Prices in these currencies. Default: those of the workspace. */
  readonly currencies?: readonly string[];
}

/** The columns that files of one record type can have. */
export interface RecordColumns {
  /** The column of a key; undefined when the workspace has none under it. */
  find(key: string): Column | undefined;
  /** Every column of an export that is to be imported again, in their usual order. */
  list(selection?: ColumnSelection): Column[];
  /** What a folded header of other systems stands for; the keys `price.compareAt` and `price.cost` lack a currency. */
  aliasOf(folded: string): { readonly key: string; readonly rank: number } | null;
  /** The key of a column in a locale; null when the column is the same in all of them. */
  inLocale(key: string, locale: string): string | null;
}
