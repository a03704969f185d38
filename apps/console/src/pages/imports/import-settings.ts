import {
  type ImportAccepted,
  type ImportOptions,
  type ImportPreset,
  productImportOptions,
  type RecordType,
} from '@product-content/contract';
import type { InputOf } from '../../api/operations.ts';
import type { Problem } from '../../api/problem.ts';

type CreatedRecord = keyof ImportOptions['createMissing'];

/** How a file is read, as form values: empty text is not sent, so the server or its preset decides. */
export type ImportSettings = {
  readonly recordType: RecordType;
  /** Id of a saved profile. */
  readonly profile: string;
  /** The system that the file comes from. */
  readonly preset: '' | ImportPreset | 'none';
  readonly mode: ImportOptions['mode'];
  readonly matchBy: ImportOptions['matchBy'];
  readonly emptyCells: ImportOptions['emptyCells'];
  readonly missing: ImportOptions['missing'];
  readonly createMissing: readonly CreatedRecord[];
  readonly decimalSeparator: '' | 'point' | 'comma';
  readonly dateFormat: '' | 'YYYY-MM-DD' | 'DD/MM/YYYY' | 'MM/DD/YYYY';
  readonly header: '' | 'true' | 'false';
  readonly sheet: string;
  readonly imageBase: string;
  readonly locale: string;
  readonly currency: string;
  readonly defaultStatus: '' | NonNullable<ImportOptions['defaultStatus']>;
};

export const defaultSettings: ImportSettings = {
  recordType: 'products',
  profile: '',
  preset: '',
  mode: 'upsert',
  matchBy: 'sku',
  emptyCells: 'ignore',
  missing: 'keep',
  createMissing: [],
  decimalSeparator: '',
  dateFormat: '',
  header: '',
  sheet: '',
  imageBase: '',
  locale: '',
  currency: '',
  defaultStatus: '',
};

/** The targets of columns that a person has changed. */
export type ChosenTargets = Readonly<Record<string, readonly string[]>>;

export interface ImportDraft {
  readonly file: File;
  readonly settings: ImportSettings;
  /** The last check of the file; null before the first. */
  readonly checked: Pick<ImportAccepted, 'columns' | 'detected'> | null;
  readonly chosen: ChosenTargets;
}

/** The request that checks or imports a file. */
export function toImportRequest(draft: ImportDraft, dryRun: boolean): InputOf<'imports.create'> {
  const { createMissing, ...settings } = draft.settings;
  const isOfProducts = settings.recordType === 'products';
  const others: readonly string[] = isOfProducts ? [] : productImportOptions;
  // Settings left unchanged come from the profile, or from the preset of the file.
  const given = Object.entries(settings).filter(
    ([name, value]) =>
      value !== '' && value !== defaultSettings[name as keyof ImportSettings] && !others.includes(name),
  );
  const created = Object.fromEntries(createMissing.map((name) => [name, true]));
  const body = {
    file: draft.file,
    dryRun,
    ...Object.fromEntries(given),
    ...(isOfProducts && createMissing.length > 0 && { createMissing: created }),
    ...toMapping(draft),
  };
  return { body } as InputOf<'imports.create'>;
}

/**
 * A mapping is only sent once a person has changed a column. It then covers all columns, and the preset still
 * transforms the rows.
 */
function toMapping({ settings, checked, chosen }: ImportDraft): object {
  if (checked === null || Object.keys(chosen).length === 0) return {};
  const mapped = checked.columns
    .map(({ column, targets }) => [column, chosen[column] ?? targets] as const)
    .filter(([, targets]) => targets.length > 0);
  const preset = settings.preset || checked.detected.preset;
  return { mapping: Object.fromEntries(mapped), ...(preset && { preset }) };
}

/** The problem of a request, with the options under the names of their fields. */
export function toFormProblem({ fields, ...problem }: Problem): Problem {
  const named = Object.entries(fields).map(([path, message]) => [path.replace(/^options\./, ''), message] as const);
  return { ...problem, fields: Object.fromEntries(named) };
}
