import type { ImportAccepted, ImportMapping, ImportOptions } from '@product-content/contract';
import { type FileStore, moveOnce } from '../../files/index.ts';
import { openTable, type TableLayout } from '../../formats/index.ts';
import { FieldProblems, type IdSource, type RequestContext } from '../../kernel/index.ts';
import type { Database } from '../../storage/index.ts';
import type { CatalogReader } from '../catalog/index.ts';
import type { JobsService } from '../jobs/index.ts';
import type { ImportPlan } from './plan/import-plan.ts';
import { resolveMapping } from './plan/resolve-mapping.ts';
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
  /** Null maps the columns automatically. */
  readonly mapping: ImportMapping | null;
  readonly options: ImportOptions;
}

/** Imports of files. */
export class ImportsService {
  readonly #options: ImportsServiceOptions;

  constructor(options: ImportsServiceOptions) {
    this.#options = options;
  }

  /**
   * Looks at a file, settles what its columns are, and leaves the rest to a job.
   *
   * @throws ApiError `validation_failed` at `file`, `options.<name>` or `mapping.<column>`; `rate_limited` when too
   * many jobs wait.
   */
  async create(ctx: RequestContext, { upload, mapping: sent, options }: ImportRequest): Promise<ImportAccepted> {
    const { database, files, catalog, jobs, ids } = this.#options;
    checkOptions(ctx, options);
    const layout = await this.#look(upload, options);
    const scope = { workspace: ctx.workspace, catalog: await catalog.snapshot(ctx.workspace.id) };
    const { mapping, unmappedColumns } = resolveMapping({ names: layout.columns, sent, options }, scope);
    const plan: ImportPlan = { layout, mapping, options };
    const id = ids.next();
    const input: ImportInput = { plan, file: `imports/${id}`, upload: upload.key };
    const { jobId, status, links } = await database.transaction(async (tx) => {
      const job = await jobs.accept(ctx, { type: 'import', input, id });
      tx.afterCommit(() => moveOnce(files, upload.key, input.file));
      return job;
    });
    const { dryRun } = options;
    return {
      jobId,
      type: 'import',
      status,
      dryRun,
      mapping,
      unmappedColumns: [...unmappedColumns],
      detected: layout.detected,
      links,
    };
  }

  /** What the file is, and its columns. */
  #look({ key, fileName }: ImportRequest['upload'], options: ImportOptions): Promise<TableLayout> {
    const { encoding, delimiter, sheet, itemPath } = options;
    return withTableFile(this.#options.files, { key, name: fileName ?? undefined }, async (file) => {
      const { layout } = await openTable(file, { encoding, delimiter, sheet, itemPath });
      return layout;
    });
  }
}

function checkOptions({ workspace }: RequestContext, { locale }: ImportOptions): void {
  const problems = new FieldProblems();
  if (locale !== undefined && !workspace.locales.includes(locale)) {
    problems.add('options.locale', `Not a locale of the workspace: ${workspace.locales.join(', ')}.`);
  }
  problems.throwIfAny();
}
