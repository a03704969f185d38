import type { ImportMapping, ImportOptions } from '@product-content/contract';
import type { TableLayout } from '../../../formats/index.ts';
import type { DecimalSeparator } from '../../columns/index.ts';

/** How a file is imported, settled when it is accepted. Plain JSON: it is kept with the job. */
export interface ImportPlan {
  readonly layout: TableLayout;
  /** The name of what makes other rows of those of the file, before they are read; null leaves them as they are. */
  readonly transform: string | null;
  /** The columns of the rows: those of the file, unless a transformation gives them others. */
  readonly columns: readonly string[];
  /** Every column that is mapped, ignored ones included. */
  readonly mapping: ImportMapping;
  readonly options: ImportOptions;
  /** The decimal separator of columns of numbers, by name, where the file tells it. */
  readonly separators: Readonly<Record<string, DecimalSeparator>>;
}
