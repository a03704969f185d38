import { type ImportMapping, type ImportOptions, toImportOptions } from '@product-content/contract';
import type { TableLayout } from '../../../formats/index.ts';
import type { FoundFormats } from './column-formats.ts';

/** How a file is imported, settled when it is accepted. Plain JSON: it is kept with the job. */
export interface ImportPlan extends FoundFormats {
  readonly layout: TableLayout;
  /** The name of what makes other rows of those of the file, before they are read; null leaves them as they are. */
  readonly transform: string | null;
  /** The columns of the rows: those of the file, unless a transformation gives them others. */
  readonly columns: readonly string[];
  /** Every column that is mapped, ignored ones included. */
  readonly mapping: ImportMapping;
  readonly options: ImportOptions;
}

/** A plan as it was kept with a job, perhaps by an earlier version of this server. */
export type KeptPlan = Pick<ImportPlan, 'layout' | 'mapping' | 'options' | 'separators'> & Partial<ImportPlan>;

/** The plan of a job; what an earlier version did not know is added. */
export function restorePlan(kept: KeptPlan): ImportPlan {
  const { layout, options } = kept;
  return { transform: null, columns: layout.columns, dateOrders: {}, ...kept, options: toImportOptions(options) };
}
