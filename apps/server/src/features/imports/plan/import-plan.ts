import {
  type ImportMapping,
  type ImportOptions,
  type ImportPreset,
  type ImportTransform,
  toImportOptions,
} from '@product-content/contract';
import type { TableLayout } from '../../../formats/index.ts';
import type { FoundFormats } from './column-formats.ts';

/** How a file is imported, decided when it is accepted. Plain JSON, stored with the job. */
export interface ImportPlan extends FoundFormats {
  readonly layout: TableLayout;
  /** The profile whose settings are used, as it was when the import was accepted. */
  readonly profile: { readonly id: string; readonly name: string } | null;
  /** The system that the file comes from. */
  readonly preset: ImportPreset | null;
  /** The transformation applied to the file's rows before they are read; null for none. */
  readonly transform: ImportTransform | null;
  /** The columns of the rows: those of the file, unless a transformation replaces them. */
  readonly columns: readonly string[];
  /** The separators of list items by column key, where the option does not set one. */
  readonly listSeparators: Readonly<Record<string, string>>;
  /** Every mapped column, including ignored ones. */
  readonly mapping: ImportMapping;
  readonly options: ImportOptions;
}

/** A stored plan, perhaps from an earlier version of this server. */
export type StoredPlan = Pick<ImportPlan, 'layout' | 'mapping' | 'options' | 'separators'> & Partial<ImportPlan>;

/** Restores the plan of a job; adds what an earlier version did not have. */
export function restorePlan(stored: StoredPlan): ImportPlan {
  const { layout, options } = stored;
  const unknown = { profile: null, preset: null, transform: null, columns: layout.columns };
  const formats = { listSeparators: {}, dateOrders: {} };
  return { ...unknown, ...formats, ...stored, options: toImportOptions(options) };
}

/** The rows of the file, if they are known before all of them are read: a transformation may change their number. */
export const knownRows = ({ transform, layout }: ImportPlan): number | null =>
  transform === null ? layout.detected.rows : null;
