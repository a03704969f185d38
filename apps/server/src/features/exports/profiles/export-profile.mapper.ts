import {
  DelimiterSchema,
  type ExportFormat,
  type ExportOptionsInput,
  type ExportProfile,
  exportFormats,
} from '@product-content/contract';
import { encodeId } from '../../../kernel/index.ts';
import type { ExportProfileRow } from '../export-profile.entity.ts';
import { defaultOptions, definedOf } from '../options/export-options.ts';

/** The columns of a profile that are shown, and the address of its feeds without the extension of the format. */
export interface ShownProfile
  extends Pick<ExportProfileRow, 'id' | 'name' | 'options' | 'lastRun' | 'createdAt' | 'updatedAt'> {
  readonly feedAddress: string;
}

/** A profile as the API shows it. */
export function toExportProfile({ options, ...row }: ShownProfile): ExportProfile {
  const { filter = {}, columns = null, locales = null, currencies = null } = options;
  const { recordType, format, includeVariants, delimiter, bom } = { ...defaultOptions, ...options };
  const feeds = exportFormats.map((ending) => [ending, `${row.feedAddress}.${ending}`]);
  return {
    id: encodeId('exportProfile', row.id),
    name: row.name,
    recordType,
    format,
    // Unparsed, as its schema shows it.
    filter: filter as ExportProfile['filter'],
    columns,
    locales,
    currencies,
    includeVariants,
    // Profiles saved before delimiters had names hold the character itself.
    delimiter: DelimiterSchema.parse(delimiter),
    bom,
    feedUrls: Object.fromEntries(feeds) as Record<ExportFormat, string>,
    lastRun: row.lastRun,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

type Changes = { readonly [Name in keyof ExportOptionsInput]?: ExportOptionsInput[Name] | null };

/** Options after a change: null removes one. */
export function changeOptions(options: ExportOptionsInput, changes: Changes): ExportOptionsInput {
  const changed = Object.entries({ ...options, ...definedOf(changes) });
  return Object.fromEntries(changed.filter(([, value]) => value !== null));
}
