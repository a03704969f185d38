import type { ImportMapping, ImportOptions, ImportPreset, ImportTransform } from '@product-content/contract';
import type { TableLayout } from '../../../formats/index.ts';
import type { DecimalSeparator } from '../../columns/index.ts';

/** How a file is imported, settled when it is accepted. Plain JSON: it is kept with the job. */
export interface ImportPlan {
  readonly layout: TableLayout;
  /** The system whose files look like this one. */
  readonly preset: ImportPreset | null;
  /** The name of what makes other rows of those of the file, before they are read; null leaves them as they are. */
  readonly transform: ImportTransform | null;
  /** The columns of the rows: those of the file, unless a transformation gives them others. */
  readonly columns: readonly string[];
  /** What separates the items of lists, by column key, where the option does not say it. */
  readonly listSeparators: Readonly<Record<string, string>>;
  /** Every column that is mapped, ignored ones included. */
  readonly mapping: ImportMapping;
  readonly options: ImportOptions;
  /** The decimal separator of columns of numbers, by name, where the file tells it. */
  readonly separators: Readonly<Record<string, DecimalSeparator>>;
}
