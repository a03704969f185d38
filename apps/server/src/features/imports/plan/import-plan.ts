import {
  type ImportMapping,
  type ImportOptions,
  type ImportPreset,
  type ImportTransform,
  toImportOptions,
} from '@product-content/contract';
import type { TableLayout } from '../../../formats/index.ts';
import type { FoundFormats } from './column-formats.ts';

/** How a file is imported, settled when it is accepted. Plain JSON: it is kept with the job. */
export interface ImportPlan extends FoundFormats {
  readonly layout: TableLayout;
  /** The profile whose settings it has, as it was when the import was accepted. */
  readonly profile: { readonly id: string; readonly name: string } | null;
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
}

/** A plan as it was kept with a job, perhaps by an earlier version of this server. */
export type KeptPlan = Pick<ImportPlan, 'layout' | 'mapping' | 'options' | 'separators'> & Partial<ImportPlan>;

/** The plan of a job; what an earlier version did not know is added. */
export function restorePlan(kept: KeptPlan): ImportPlan {
  const { layout, options } = kept;
  const unknown = { profile: null, preset: null, transform: null, columns: layout.columns };
  const formats = { listSeparators: {}, dateOrders: {} };
  return { ...unknown, ...formats, ...kept, options: toImportOptions(options) };
}
