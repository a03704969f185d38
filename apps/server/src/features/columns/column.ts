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

/** The content of a cell, as JSON. Lists hold codes, SKUs, texts, or objects such as images. Null is an empty cell. */
export type CellValue = string | number | boolean | null | readonly string[] | readonly object[];

/** How text in cells is written and parsed. */
export interface TextOptions {
  /** Separates the items of a list. In an item it is escaped with a backslash. */
  readonly listSeparator: string;
  /** When reading, undefined accepts either separator in unambiguous numbers. When writing, the default is `.`. */
  readonly decimalSeparator?: DecimalSeparator | undefined;
}

export interface CellOptions extends TextOptions {
  /**
   * True for cells of typed formats (JSON): only null is empty, and text is taken literally. False for text (CSV, XLSX,
   * XML): empty text is an empty cell, and `""` stands for empty text.
   */
  readonly typed: boolean;
  /** Undefined accepts either order in unambiguous dates. */
  readonly dateOrder?: DateOrder | undefined;
  /** The base of relative image addresses. */
  readonly imageBase?: string | undefined;
}

/** The input made from the cells of one row. Unlike in a ProductInput, its prices do not affect other currencies. */
export type RowInput = Omit<ProductInput, 'prices' | 'expectedVersion'> & {
  prices?: Record<string, PricePatch>;
};

/**
 * A column of files: one part of a product or other record, with a key; reads it from documents and writes it to
 * inputs.
 */
export interface Column {
  /** `name`, `prices.EUR.cost`, `attributes.color`, `translations.de.name`. */
  readonly key: string;
  /** True for computed values: they can be exported, and imports ignore them. */
  readonly readOnly: boolean;
  /** True for lists: several columns of a file can form one list. */
  readonly collects: boolean;
  /** The number in the text of a cell, without what may surround it. Absent if cells hold something else. */
  readonly numberText?: ((text: string) => string) | undefined;
  /** True where cells hold a date. */
  readonly holdsDates?: boolean | undefined;
  /** The value of the column in a record. */
  read(document: object): CellValue;
  /** The value as text: lists are joined; an empty list and no list are distinguished if a record can have both. */
  readText(document: object, options: TextOptions): string;
  /** The key that a cell sets, for columns whose cells can name another one. */
  keyOf?(value: unknown): string;
  /** Sets a part of the input from a cell. @returns the problem of the cell, or null. */
  write(input: object, value: unknown, options: CellOptions): CellProblem | null;
  /** Clears that part. Parts that a record always has are not changed. */
  clear(input: object): void;
}

/** Selects the columns that exist once per locale or currency. */
export interface ColumnSelection {
  /** Locales of translations. Default: every locale of the workspace except the default locale. */
  readonly locales?: readonly string[];
  /** Currencies of prices. Default: those of the workspace. */
  readonly currencies?: readonly string[];
}

/** The columns that files of one record type can have. */
export interface RecordColumns {
  /** The column with a key; undefined when the workspace has none. */
  find(key: string): Column | undefined;
  /** Every column of an export that can be imported again, in the default order. */
  list(selection?: ColumnSelection): Column[];
  /**
   * The key for a folded header of another system; the keys `price.compareAt` and `price.cost` still lack a currency.
   */
  aliasOf(folded: string): { readonly key: string; readonly rank: number } | null;
  /** The key of a column in a locale; null when the column does not depend on the locale. */
  inLocale(key: string, locale: string): string | null;
}
