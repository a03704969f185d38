import type { ImportMapping, ImportSettings, ImportTransform } from '@product-content/contract';
import type { TableLayout } from '../../../formats/index.ts';
import { foldColumn } from '../transforms/row-shape.ts';

/** What is known about the files of another system. */
export interface Preset {
  /** The usual name of the system. */
  readonly title: string;
  readonly recognition: Recognition;
  /**
   * Which part of a product each column is; its spelling does not matter; a price is `price`, `price.compareAt` or
   * `price.cost` in the currency of the import. If two columns map to one field, the first one here wins.
   */
  readonly mapping: ImportMapping;
  /** Columns with relative image addresses. They are read if the option `imageBase` is set. */
  readonly relativeImages?: ImportMapping;
  /** What happens to other columns: they are recognized as in any file, or left out. Default: left out. */
  readonly others?: 'recognize';
  /** The separators of list items, by column key. */
  readonly listSeparators?: Readonly<Record<string, string>>;
  /** Options that apply unless the caller sets them. */
  readonly settings?: Omit<ImportSettings, 'mapping' | 'transform' | 'preset' | 'listSeparator'>;
  readonly transform?: ImportTransform;
}

/** What distinguishes the files of a system from others. */
export interface Recognition {
  /** Columns that occur together only in these files, in any spelling. */
  readonly columns: readonly string[];
  /** At least one of these columns must be present too. */
  readonly oneOf?: readonly string[];
  /** Columns that these files do not have. */
  readonly without?: readonly string[];
  /** The paths of the items in an XML file, from its root; if set, only XML files are recognized. */
  readonly itemPaths?: readonly string[];
}

/** Splits `name:de`, as some systems name columns in several languages. */
export function splitLanguage(column: string): { readonly base: string; readonly language: string | null } {
  const [, base = column, language = null] = /^([^:]+):([a-z]{2,3}(?:[-_][A-Za-z]{2,4})?)$/.exec(column) ?? [];
  return { base, language };
}

/** Whether a file matches a preset. */
export function isRecognized({ columns, itemPath }: TableLayout, recognition: Recognition): boolean {
  const { itemPaths } = recognition;
  if (itemPaths !== undefined && !itemPaths.includes(itemPath ?? '')) return false;
  // With columns in several languages, such as `name:de`, any one of them counts.
  const folded = new Set(columns.flatMap((name) => [foldColumn(name), foldColumn(splitLanguage(name).base)]));
  const has = (name: string) => folded.has(foldColumn(name));
  const { oneOf, without = [] } = recognition;
  return recognition.columns.every(has) && (oneOf === undefined || oneOf.some(has)) && !without.some(has);
}

/** Everything that shop files name is created together with the products that need it. */
export const createAll = { attributes: true, categories: true, options: true, collections: false } as const;
