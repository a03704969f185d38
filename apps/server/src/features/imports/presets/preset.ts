import type { ImportMapping, ImportSettings, ImportTransform } from '@product-content/contract';
import type { TableLayout } from '../../../formats/index.ts';
import { foldColumn } from '../transforms/row-shape.ts';

/** What is known of the files of another system. */
export interface Preset {
  /** Of the system, as people call it. */
  readonly title: string;
  readonly recognition: Recognition;
  /**
   * Which part of a product each column is, in whatever spelling; a price is `price`, `price.compareAt` or `price.cost`
   * in the currency of the import. Where two columns are one field, the first one named here counts.
   */
  readonly mapping: ImportMapping;
  /** Columns with relative addresses of images. They are read when the option `imageBase` completes these. */
  readonly relativeImages?: ImportMapping;
  /** What becomes of other columns: they are left out, or recognized as those of any file. Default: left out. */
  readonly others?: 'recognize';
  /** What separates the items of lists, by column key. */
  readonly listSeparators?: Readonly<Record<string, string>>;
  /** Options that nobody has sent. */
  readonly settings?: Omit<ImportSettings, 'mapping' | 'transform' | 'preset' | 'listSeparator'>;
  readonly transform?: ImportTransform;
}

/** What tells the files of a system from others. */
export interface Recognition {
  /** Columns that only these files have together, in whatever spelling. */
  readonly columns: readonly string[];
  /** Columns of which at least one is there too. */
  readonly oneOf?: readonly string[];
  /** Columns that these files do not have. */
  readonly without?: readonly string[];
  /** Where the items of an XML file are, from its root; other files are not recognized then. */
  readonly itemPaths?: readonly string[];
}

/** Takes `name:de` apart, as files of some systems name columns in several languages. */
export function splitLanguage(column: string): { readonly base: string; readonly language: string | null } {
  const [, base = column, language = null] = /^([^:]+):([a-z]{2,3}(?:[-_][A-Za-z]{2,4})?)$/.exec(column) ?? [];
  return { base, language };
}

/** Whether a file looks like one of a preset. */
export function isRecognized({ columns, itemPath }: TableLayout, recognition: Recognition): boolean {
  const { itemPaths } = recognition;
  if (itemPaths !== undefined && !itemPaths.includes(itemPath ?? '')) return false;
  // Of columns in several languages, such as `name:de`, any one counts.
  const folded = new Set(columns.flatMap((name) => [foldColumn(name), foldColumn(splitLanguage(name).base)]));
  const has = (name: string) => folded.has(foldColumn(name));
  const { oneOf, without = [] } = recognition;
  return recognition.columns.every(has) && (oneOf === undefined || oneOf.some(has)) && !without.some(has);
}

/** What files of shops name is created with the products that need it. */
export const createAll = { attributes: true, categories: true, options: true, collections: false } as const;
