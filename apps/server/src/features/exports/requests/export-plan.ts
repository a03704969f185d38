import {
  csvOptions,
  type ExportFormat,
  type ExportOptions,
  type ExportOptionsInput,
  type ExportRequest,
} from '@product-content/contract';
import { FieldProblems, invalidFields, type RequestContext } from '../../../kernel/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import { assertOptions, defaultOptions, definedOf, writeOptions } from '../options/export-options.ts';
import type { ExportProfilesService } from '../profiles/export-profiles.service.ts';
import { toFileName } from './file-name.ts';

/** What to export, with all references resolved. It is stored with a job as JSON. */
export interface ExportPlan {
  readonly options: ExportOptionsInput;
  readonly format: ExportFormat;
  readonly fileName: string;
  readonly zipImages: boolean;
  /** UUID of the profile being run, or null. */
  readonly profileId: string | null;
}

export interface PlanSources {
  readonly catalog: CatalogReader;
  readonly profiles: ExportProfilesService;
  /** The current date, for the file name. */
  readonly now: Date;
}

/**
 * Combines the options of a request with those of its profile; the request wins.
 *
 * @throws ApiError `validation_failed` at `profile`, `columns.N`, `locales.N`, `delimiter`, `bom`.
 */
export async function planExport(
  ctx: RequestContext,
  request: ExportRequest,
  { catalog, profiles, now }: PlanSources,
): Promise<ExportPlan> {
  const { profile: reference, fileName, zipImages = false, async: _, ...own } = request;
  const profile = reference === undefined ? null : await profiles.find(ctx, reference);
  if (reference !== undefined && profile === null) throw invalidFields({ profile: 'There is no such export profile.' });
  const options = { ...profile?.options, ...definedOf(own) };
  const format = options.format ?? defaultOptions.format;
  assertCsv(own, format);
  const scope = { workspace: ctx.workspace, catalog: await catalog.snapshot(ctx.workspace.id) };
  const { recordType = defaultOptions.recordType } = options;
  // Records named by a profile may have been deleted since; the run leaves them out.
  const isSame = (profile?.options.recordType ?? recordType) === recordType;
  assertOptions(scope, isSame ? { ...own, recordType, format } : options);
  if (zipImages && recordType !== 'products') throw invalidFields({ zipImages: 'Applies to products only.' });
  const ending = zipImages ? 'zip' : format;
  return {
    options: writeOptions({ ...options, format }),
    format,
    fileName: toFileName(fileName ?? profile?.name ?? `${recordType}-${now.toISOString().slice(0, 10)}`, ending),
    zipImages,
    profileId: profile?.id ?? null,
  };
}

/** Options that only apply to CSV are rejected rather than ignored. */
function assertCsv(own: ExportOptions, format: ExportFormat): void {
  if (format === 'csv') return;
  const problems = new FieldProblems();
  for (const name of csvOptions)
    if (own[name] !== undefined) problems.add(name, `Applies to CSV only; the format is ${format}.`);
  problems.throwIfAny();
}
