import {
  type AmbiguousNumbers,
  type ImportAccepted,
  type ImportPreset,
  type ImportSettings,
  limits,
  mergeImportSettings,
  toImportOptions,
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
import { findDecimalSeparators } from './plan/decimal-separators.ts';
import type { ImportPlan } from './plan/import-plan.ts';
import { type ResolvedMapping, resolveMapping } from './plan/resolve-mapping.ts';
import { knownItemPaths, presets, recognizePreset } from './presets/index.ts';
import { planColumns } from './rows/planned-columns.ts';
import { openTransform, readPlannedRows } from './rows/planned-rows.ts';
import type { ImportInput } from './run/import-kind.ts';
import { withTableFile } from './with-table-file.ts';

export interface ImportsServiceOptions {
  readonly database: Database;
  readonly files: FileStore;
  readonly catalog: CatalogReader;
  readonly jobs: JobsService;
  readonly ids: IdSource;
}

/** A file that is to be imported. */
export interface ImportRequest {
  /** In the store, under a key of an upload. */
  readonly upload: { readonly key: string; readonly fileName: string | null };
  /** What the caller says. Without a mapping the columns are mapped automatically. */
  readonly settings: ImportSettings;
}

/** A look at a file takes memory, and a copy of the file on the disk. */
const lookCapacity = { perKey: limits.importLooks, total: 4 } as const;

/** A request that waits may hold a connection of the database. */
const lookRoom = { perKey: 4, total: 8, maxWaitMs: 15_000 } as const;

/** How long a file may be looked at, in milliseconds. One of 50 MB takes a few seconds. */
const lookMs = 60_000;

/** Imports of files. */
export class ImportsService {
  readonly #options: ImportsServiceOptions;
  readonly #looks = new ConcurrencyLimit({ ...lookCapacity, waiting: lookRoom });

  constructor(options: ImportsServiceOptions) {
    this.#options = options;
  }

  /**
   * Looks at a file, settles what its columns are and how its numbers are written, and leaves the rest to a job.
   *
   * @param signal aborts when nobody waits for the response any more.
   * @throws ApiError `validation_failed` at `file`, `options.<name>` or `mapping.<column>`; `rate_limited` when too
   * many files are looked at, or too many jobs wait.
   */
  async create(ctx: RequestContext, request: ImportRequest, signal?: AbortSignal): Promise<ImportAccepted> {
    const { database, files, jobs, ids } = this.#options;
    const { upload, settings } = request;
    checkOptions(ctx, settings);
    const look = () => withinTime(lookMs, signal, (ends) => this.#plan(ctx, request, ends));
    const planned = await this.#looks.run(look, { key: ctx.workspace.id, signal, refuse: tooManyLooks });
    const { plan, unmappedColumns, ambiguousNumbers } = planned;
    const id = ids.next();
    const input: ImportInput = { plan, file: `imports/${id}`, upload: upload.key };
    const { jobId, status, links } = await database.transaction(async (tx) => {
      const job = await jobs.accept(ctx, { type: 'import', input, id });
      tx.afterCommit(() => moveOnce(files, upload.key, input.file));
      return job;
    });
    const { layout, mapping, preset } = plan;
    return {
      jobId,
      type: 'import',
      status,
      dryRun: plan.options.dryRun,
      mapping,
      unmappedColumns: [...unmappedColumns],
      ambiguousNumbers: [...ambiguousNumbers],
      detected: { ...layout.detected, preset },
      links,
    };
  }

  /** Looks at the file: what it is, what its columns are, and how its numbers are written. */
  #plan(
    { workspace }: RequestContext,
    { upload, settings }: ImportRequest,
    signal: AbortSignal,
  ): Promise<PlannedImport> {
    const { files, catalog } = this.#options;
    return withTableFile(files, { key: upload.key, name: upload.fileName ?? undefined, signal }, async (file) => {
      const { encoding, delimiter, sheet, itemPath, mapping: sent = null } = settings;
      const table = await openTable(file, { encoding, delimiter, sheet, itemPath, knownItemPaths });
      const { layout } = table;
      const name = presetOf(settings, layout);
      const preset = name === null ? null : presets[name];
      const options = toImportOptions(mergeImportSettings({ ...preset?.settings }, settings));
      const transform = options.transform ?? preset?.transform ?? null;
      const opened = await openTransform(table, { layout, options, transform }, signal);
      const { columns: names, targets } = opened ?? { columns: layout.columns, targets: {} };
      const scope = { workspace, catalog: await catalog.snapshot(workspace.id) };
      const { mapping, unmappedColumns } = await resolveMapping({ names, sent, preset, targets, options }, scope);
      const { listSeparators = {} } = preset ?? {};
      const settled = { layout, preset: name, transform, columns: names, listSeparators, mapping, options };
      const plan: ImportPlan = { ...settled, separators: {} };
      assertSettingsFit(plan, scope);
      if (options.decimalSeparator !== 'auto') return { plan, unmappedColumns, ambiguousNumbers: [] };
      const { columns } = planColumns(plan, scope);
      const { separators, ambiguous } = await findDecimalSeparators(await readPlannedRows(table, plan, { signal }), columns);
      if (!options.dryRun) assertUnambiguous(ambiguous);
      return { plan: { ...plan, separators }, unmappedColumns, ambiguousNumbers: ambiguous };
    });
  }
}

/** The preset that was asked for; else the one a file looks like, unless the caller says what its columns are. */
function presetOf({ preset = 'auto', mapping, transform }: ImportSettings, layout: TableLayout): ImportPreset | null {
  if (preset === 'none') return null;
  if (preset !== 'auto') return preset;
  return mapping === undefined && transform === undefined ? recognizePreset(layout) : null;
}

interface PlannedImport extends Pick<ResolvedMapping, 'unmappedColumns'> {
  readonly plan: ImportPlan;
  readonly ambiguousNumbers: readonly AmbiguousNumbers[];
}

/** @throws ApiError `validation_failed` at `file` when the time is over. */
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

function tooManyLooks(): ApiError {
  return new ApiError('rate_limited', 'Too many import files are being read; try again when one has been accepted.', {
    headers: { 'Retry-After': '5' },
  });
}

function checkOptions({ workspace }: RequestContext, { locale }: ImportSettings): void {
  const problems = new FieldProblems();
  if (locale !== undefined && !workspace.locales.includes(locale)) {
    problems.add('options.locale', `Not a locale of the workspace: ${workspace.locales.join(', ')}.`);
  }
  problems.throwIfAny();
}

/** Columns named in the message. */
const shownColumns = 5;

function assertUnambiguous(columns: readonly AmbiguousNumbers[]): void {
  if (columns.length === 0) return;
  const shown = columns.slice(0, shownColumns).map(({ column, samples }) => {
    const readings = samples.map(({ text, point, comma }) => `"${text}" is ${point} or ${comma}`);
    return `In the column ${JSON.stringify(column)}, ${readings.join(', ')}.`;
  });
  const more = columns.length > shown.length ? ` So it is in ${columns.length - shown.length} more columns.` : '';
  throw invalidFields({
    'options.decimalSeparator': `${shown.join(' ')}${more} Say which decimal separator the file has: point or comma.`,
  });
}
