import type { ImportMapping, ImportOptions } from '@product-content/contract';
import type { TableLayout } from '../../../formats/index.ts';

/** How a file is imported, settled when it is accepted. Plain JSON: it is kept with the job. */
export interface ImportPlan {
  readonly layout: TableLayout;
  /** Every column of the file that is mapped, ignored ones included. */
  readonly mapping: ImportMapping;
  readonly options: ImportOptions;
}
