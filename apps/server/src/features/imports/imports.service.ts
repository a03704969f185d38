import {
  type ImportAccepted,
  type ImportedColumn,
  type ImportPreset,
  type ImportSettings,
  ignoredColumn,
  limits,
  mergeImportSettings,
  productImportOptions,
  type Scope,
  toImportOptions,
  writeImportOptions,
} from '@product-content/contract';
import { type FileStore, moveOnce } from '../../files/index.ts';
import { openTable, type TableLayout } from '../../formats/index.ts';
import {
  ApiError,
  ConcurrencyLimit,
  FieldProblems,
  type IdSource,
  invalidFields,
  type RequestContext,
} from '../../kernel/index.ts';
import type { Database } from '../../storage/index.ts';
import type { CatalogReader } from '../catalog/index.ts';
import type { JobsService } from '../jobs/index.ts';
import { assertSettingsFit } from './plan/check-settings.ts';
import { type FileFormats, findColumnFormats } from './plan/column-formats.ts';
import { type ImportPlan, knownRows } from './plan/import-plan.ts';
import { type ResolvedMapping, resolveMapping, targetsOf } from './plan/resolve-mapping.ts';
import { knownItemPaths, presets, recognizePreset } from './presets/index.ts';
import type { FoundImportProfile, ImportProfilesService } from './profiles/import-profiles.service.ts';
import { planColumns } from './rows/planned-columns.ts';
import { openPlannedTable } from './rows/planned-rows.ts';
import type { ImportInput } from './run/import-kind.ts';
import { withTableFile } from './with-table-file.ts';

export interface ImportsServiceOptions {
  readonly database: Database;
  readonly files: FileStore;
  readonly catalog: CatalogReader;
  readonly profiles: ImportProfilesService;
  readonly jobs: JobsService;
  readonly ids: IdSource;
}

/** A request to import a file. */
export interface ImportRequest {
  /** In the store, under the key of an upload. */
  readonly upload: { readonly key: string; readonly fileName: string | null };
  /** The settings of the caller. Without a mapping, columns are mapped automatically. */
  readonly settings: ImportSettings;
  /** Id or name of a profile; the caller's settings override those of the profile. */
  readonly profile?: string | undefined;
}

/** A request with the settings of its profile, overridden by those of the caller. */
interface ResolvedRequest extends Omit<ImportRequest, 'profile'> {
  readonly profile: Pick<FoundImportProfile, 'id' | 'name'> | null;
}

/** The scope a key needs to import catalog records. */
const catalogScope: Scope = 'catalog:write';

/** Inspecting a file takes memory, and a copy of the file on disk. */
const inspectionCapacity = { perKey: limits.importInspections, total: 4 } as const;

/** A request that waits may hold a database connection. */
const inspectionQueue = { perKey: 4, total: 8, maxWaitMs: 15_000 } as const;

/** Milliseconds for inspecting a file. One of 50 MB takes a few seconds. */
const inspectionTimeoutMs = 60_000;

/** Imports of files. */
export class ImportsService {
  readonly #options: ImportsServiceOptions;
  readonly #inspections = new ConcurrencyLimit({ ...inspectionCapacity, waiting: inspectionQueue });

  constructor(options: ImportsServiceOptions) {
    this.#options = options;
  }

  /**
   * Inspects a file, decides what its columns are and how its numbers are written, and leaves the rest to a job.
   *
   * @param signal aborts when the client has disconnected.
   * @throws ApiError `validation_failed` at `file`, `options.<name>` or `mapping.<column>`; `rate_limited` when too
   *   many files are being inspected, or too many jobs are waiting.
   */
  async create(ctx: RequestContext, request: ImportRequest, signal?: AbortSignal): Promise<ImportAccepted> {
    const { database, files, jobs, ids } = this.#options;
    const resolved = await this.#resolve(ctx, request);
    const { upload, settings } = resolved;
    checkOptions(ctx, settings);
    const inspect = () => withinTime(inspectionTimeoutMs, signal, (ends) => this.#plan(ctx, resolved, ends));
    const planned = await this.#inspections.run(inspect, { key: ctx.workspace.id, signal, refuse: tooManyInspections });
    const { plan, unmappedColumns, samples, ambiguousNumbers, ambiguousDates } = planned;
    const id = ids.next();
    const input: ImportInput = { plan, file: `imports/${id}`, upload: upload.key };
    const { jobId, status, links } = await database.transaction(async (tx) => {
      const shown = { fileName: upload.fileName, dryRun: plan.options.dryRun, total: knownRows(plan) };
      const job = await jobs.accept(ctx, { type: 'import', input, id, ...shown });
      tx.afterCommit(() => moveOnce(files, upload.key, input.file));
      return job;
    });
    const { layout, mapping, preset, profile, options } = plan;
    return {
      jobId,
      type: 'import',
      status,
      dryRun: options.dryRun,
      recordType: options.recordType,
      profile,
      options: writeImportOptions(options),
      mapping: Object.fromEntries(
        Object.keys(mapping).map((name) => [name, targetsOf(mapping, name)[0] ?? ignoredColumn]),
      ),
      unmappedColumns: [...unmappedColumns],
      columns: describeColumns(plan, samples),
      ambiguousNumbers: [...ambiguousNumbers],
      ambiguousDates: [...ambiguousDates],
      detected: { ...layout.detected, preset },
      links,
    };
  }

  /**
   * Checks the caller before a stored response is replayed: catalog records need an additional scope.
   *
   * @throws ApiError `forbidden`.
   */
  async assertMayImport(
    { tenantId, scopes }: { readonly tenantId: string; readonly scopes: ReadonlySet<string> },
    { profile, settings }: Pick<ImportRequest, 'profile' | 'settings'>,
  ): Promise<void> {
    if (scopes.has(catalogScope)) return;
    const saved = profile === undefined ? null : await this.#options.profiles.find(tenantId, profile);
    const { recordType = 'products' } = mergeImportSettings({ ...saved?.settings }, settings);
    if (recordType === 'products') return;
    throw new ApiError('forbidden', `Importing ${recordType.replace('_', ' ')} needs the scope ${catalogScope}, too.`);
  }

  /** @throws ApiError `validation_failed` at `profile`. */
  async #resolve({ workspace }: RequestContext, request: ImportRequest): Promise<ResolvedRequest> {
    const { profile: reference, ...others } = request;
    if (reference === undefined) return { ...others, profile: null };
    const found = await this.#options.profiles.find(workspace.id, reference);
    if (found === null) throw invalidFields({ profile: 'There is no such import profile.' });
    const { settings, ...profile } = found;
    return { ...others, profile, settings: mergeImportSettings(settings, request.settings) };
  }

  /** Inspects the file: its format, its columns, and how its numbers are written. */
  #plan(
    { workspace }: RequestContext,
    { upload, settings, profile }: ResolvedRequest,
    signal: AbortSignal,
  ): Promise<PlannedImport> {
    const { files, catalog } = this.#options;
    return withTableFile(files, { key: upload.key, name: upload.fileName ?? undefined, signal }, async (file) => {
      const { encoding, delimiter, sheet, itemPath, mapping: sent = null } = settings;
      const { header: saidHeader = 'auto' } = settings;
      const header = saidHeader === 'auto' ? !namesByPosition(settings) : saidHeader;
      const table = await openTable(file, { encoding, delimiter, sheet, itemPath, header, knownItemPaths });
      const { layout } = table;
      const name = presetOf(settings, layout);
      const preset = name === null ? null : presets[name];
      const options = toImportOptions(mergeImportSettings({ ...preset?.settings }, settings));
      const transform = options.transform ?? preset?.transform ?? null;
      const opened = await openPlannedTable(table, { layout, options, transform });
      const { columns: names, targets } = opened;
      const scope = { workspace, catalog: await catalog.snapshot(workspace.id) };
      const { dataInHeader } = layout.detected;
      const request = { names, dataInHeader, sent, preset, targets, options };
      const { mapping, unmappedColumns } = await resolveMapping(request, scope);
      const { listSeparators = {} } = preset ?? {};
      const settled = { layout, profile, preset: name, transform, columns: names, listSeparators, mapping, options };
      const unread: ImportPlan = { ...settled, separators: {}, dateOrders: {} };
      assertSettingsFit(unread, scope);
      const { columns } = planColumns(unread, scope);
      const { separators, dateOrders, samples, ...ambiguous } = await findColumnFormats(opened.rows(), columns, {
        numbers: options.decimalSeparator === 'auto',
        dates: options.dateFormat === 'auto',
      });
      if (!options.dryRun) assertUnambiguous(ambiguous);
      return { plan: { ...unread, separators, dateOrders }, unmappedColumns, samples, ...ambiguous };
    });
  }
}

/** The requested preset; otherwise the one that the file matches, unless the caller maps the columns. */
function presetOf(
  { recordType = 'products', preset = 'auto', mapping, transform }: ImportSettings,
  layout: TableLayout,
): ImportPreset | null {
  if (preset === 'none' || recordType !== 'products') return null;
  if (preset !== 'auto') return preset;
  return mapping === undefined && transform === undefined ? recognizePreset(layout) : null;
}

const separatorNames = { '.': 'point', ',': 'comma' } as const;
const foundFormats = { day: 'DD/MM/YYYY', month: 'MM/DD/YYYY', year: 'YYYY-MM-DD' } as const;

function describeColumns(
  { columns, mapping, separators, dateOrders }: ImportPlan,
  samples: FileFormats['samples'],
): ImportedColumn[] {
  return columns.map((column, position) => {
    const order = Object.hasOwn(dateOrders, column) ? dateOrders[column] : undefined;
    const separator = Object.hasOwn(separators, column) ? separators[column] : undefined;
    return {
      column,
      targets: [...targetsOf(mapping, column)],
      samples: [...(samples[position] ?? [])],
      decimalSeparator: separator === undefined ? null : separatorNames[separator],
      dateFormat: order === undefined ? null : foundFormats[order],
    };
  });
}

type Ambiguous = Pick<FileFormats, 'ambiguousNumbers' | 'ambiguousDates'>;

interface PlannedImport extends Pick<ResolvedMapping, 'unmappedColumns'>, Ambiguous {
  readonly plan: ImportPlan;
  readonly samples: FileFormats['samples'];
}

/** Whether the mapping names columns `#1`, `#2`, …, as in a file without a header. */
function namesByPosition({ mapping = {} }: ImportSettings): boolean {
  const names = Object.keys(mapping);
  return names.length > 0 && names.every((name) => /^#\d+$/.test(name));
}

/** @throws ApiError `validation_failed` at `file` when the time is up. */
async function withinTime<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(ms);
  try {
    return await work(signal === undefined ? deadline : AbortSignal.any([deadline, signal]));
  } catch (error) {
    if (!deadline.aborted || error instanceof ApiError) throw error;
    throw invalidFields({ file: `Takes longer than ${ms / 1000} seconds to read; split it.` });
  }
}

function tooManyInspections(): ApiError {
  return new ApiError('rate_limited', 'Too many import files are being read; try again when one has been accepted.', {
    headers: { 'Retry-After': '5' },
  });
}

function checkOptions({ workspace }: RequestContext, settings: ImportSettings): void {
  const { recordType = 'products', locale, missing, matchBy = 'sku' } = settings;
  const problems = new FieldProblems();
  for (const name of recordType === 'products' ? [] : productImportOptions) {
    if (settings[name] !== undefined) problems.add(`options.${name}`, 'Applies to products only.');
  }
  if (locale !== undefined && !workspace.locales.includes(locale)) {
    problems.add('options.locale', `Not a locale of the workspace: ${workspace.locales.join(', ')}.`);
  }
  if (missing === 'archive' && matchBy !== 'sku') {
    problems.add('options.missing', 'Products can only be archived when rows name them by SKU: matchBy "sku".');
  }
  problems.throwIfAny();
}

/** Columns listed in the message. */
const maxListedColumns = 5;

function assertUnambiguous({ ambiguousNumbers, ambiguousDates }: Ambiguous): void {
  const problems = new FieldProblems();
  const numbers = ambiguousNumbers.map(({ column, samples }) => {
    return { column, readings: samples.map(({ text, point, comma }) => `"${text}" is ${point} or ${comma}`) };
  });
  const dates = ambiguousDates.map(({ column, samples }) => {
    return {
      column,
      readings: samples.map(({ text, dayFirst, monthFirst }) => `"${text}" is ${dayFirst} or ${monthFirst}`),
    };
  });
  if (numbers.length > 0) {
    const ask = 'Say which decimal separator the file has: point or comma.';
    problems.add('options.decimalSeparator', `${described(numbers)} ${ask}`);
  }
  if (dates.length > 0) {
    const ask = 'Say which date format the file has, such as DD/MM/YYYY or MM/DD/YYYY.';
    problems.add('options.dateFormat', `${described(dates)} ${ask}`);
  }
  problems.throwIfAny();
}

function described(columns: readonly { readonly column: string; readonly readings: readonly string[] }[]): string {
  const shown = columns
    .slice(0, maxListedColumns)
    .map(({ column, readings }) => `In the column ${JSON.stringify(column)}, ${readings.join(', ')}.`);
  const more = columns.length - shown.length;
  return more === 0 ? shown.join(' ') : `${shown.join(' ')} The same applies to ${more} more columns.`;
}
