import { limits, writeImportOptions } from '@product-content/contract';
import { type FileStore, moveOnce } from '../../../files/index.ts';
import { type Cell, type Row, reopenTable } from '../../../formats/index.ts';
import { ApiError, type RequestContext } from '../../../kernel/index.ts';
import type { MissingRecord } from '../../columns/index.ts';
import type { JobHandler, JobResult, JobRun, JobStep } from '../../jobs/index.ts';
import type { FailedRows } from '../failed-rows.ts';
import { type ImportPlan, knownRows, restorePlan, type StoredPlan } from '../plan/import-plan.ts';
import { openPlannedTable } from '../rows/planned-rows.ts';
import type { ImportedRows } from '../saving/imported-rows.ts';
import { withTableFile } from '../with-table-file.ts';
import type { BatchSize } from './deferred-rows.repository.ts';
import { ImportBatch, type ImportBatchOptions } from './import-batch.ts';
import {
  addOutcome,
  type BatchOutcome,
  createdRecords,
  doneRows,
  type ImportCheckpoint,
  startCheckpoint,
} from './import-checkpoint.ts';
import { beforeAll, MissingProducts, type MissingProductsOptions } from './missing-products.ts';
import { assertFewRecords } from './missing-records.ts';

/** The input of a job that imports a file. */
export interface ImportInput {
  readonly plan: StoredPlan;
  /** The key of the file in the store. */
  readonly file: string;
  /** Its key before the job was accepted. */
  readonly upload: string;
}

export interface ImportKindOptions extends ImportBatchOptions, MissingProductsOptions {
  /** Returns the writer for the rows of a job, by the record type of its plan. */
  readonly rowsOf: (
    plan: ImportPlan,
    ctx: RequestContext,
    simulatedRecords: readonly MissingRecord[] | undefined,
  ) => ImportedRows;
  readonly failedRows: FailedRows;
  readonly files: FileStore;
}

/** Imports files row by row: batches of rows are saved like any other write. */
export function createImportKind(options: ImportKindOptions): JobHandler<ImportInput> {
  return {
    type: 'import',
    run: (run) => runImport(run, options),
    describe({ plan }) {
      const { profile, preset, mapping, options: settled } = restorePlan(plan);
      return { profile, preset, mapping, options: writeImportOptions(settled) };
    },
    summarize: (checkpoint) => ({ ...(checkpoint as ImportCheckpoint | null)?.result }),
    failedRows: ({ workspaceId, input }, failed) =>
      options.failedRows.toFile({ plan: restorePlan(input.plan), file: input.file, workspaceId, failed }),
    async discard({ workspaceId, id, input }) {
      await options.repeated.forget({ workspaceId, jobId: id });
      await options.deferredRows.forgetAll({ workspaceId, jobId: id });
      await options.files.delete([input.file]);
    },
  };
}

async function runImport(run: JobRun<ImportInput>, options: ImportKindOptions): Promise<JobResult> {
  const plan = restorePlan(run.input.plan);
  const scope = { workspaceId: run.context.workspace.id, jobId: run.id };
  let at = (run.checkpoint as ImportCheckpoint | null) ?? startCheckpoint(plan.options.dryRun);
  const imported = options.rowsOf(plan, run.context, at.simulatedRecords);
  const batch = new ImportBatch(options, plan, imported, scope);
  const known = knownRows(plan);

  const commit = async (
    work: () => Promise<{
      next: Omit<ImportCheckpoint, 'result' | 'simulatedRecords'>;
      outcome: BatchOutcome;
      rows?: number;
    }>,
  ) => {
    const toCheckpoint = ({ next, outcome, rows = 0 }: Awaited<ReturnType<typeof work>>): ImportCheckpoint => {
      const { simulatedRecords = [] } = imported;
      const result = addOutcome(at.result, outcome, at.result.total + rows);
      return { ...next, result, ...(simulatedRecords.length > 0 && { simulatedRecords }) };
    };
    const done = await run.commit((step): JobStep => {
      const checkpoint = toCheckpoint(step);
      assertFewRecords(createdRecords(checkpoint.result, plan.options.recordType));
      const total = checkpoint.phase === 'file' ? known : checkpoint.result.total;
      return {
        checkpoint,
        progress: { processed: doneRows(checkpoint.result), total },
        ...{ errors: step.outcome.errors, warnings: step.outcome.warnings },
      };
    }, work);
    at = toCheckpoint(done);
    assertFewErrors(at, plan);
  };

  if (at.phase === 'file') {
    // The process may have ended between the commit that accepted the job and the move that follows.
    await moveOnce(options.files, run.input.upload, run.input.file);
    await withTableFile(options.files, { key: run.input.file, signal: run.signal }, async (file) => {
      const table = await openPlannedTable(reopenTable(file, plan.layout), plan);
      if (plan.options.dryRun) await batch.lookAhead(toBatches(table.rows()));
      for await (const part of readAhead(toBatches(table.rows(at.row)), (rows) => batch.prepare(rows))) {
        const row = (part.at(-1) as Row).number;
        const next = { phase: 'file', row } as const;
        await commit(async () => ({ next, outcome: await batch.saveRows(part), rows: part.length }));
      }
    });
    const { row } = at;
    await commit(async () => {
      await batch.prepareWaiting();
      return { next: { phase: 'waiting', row }, outcome: noOutcome };
    });
  }
  for (let left = at.phase !== 'missing'; left; ) {
    const { row } = at;
    await commit(async () => {
      const outcome = await batch.saveWaiting(batchSize);
      left = outcome !== null;
      return { next: { phase: 'waiting', row }, outcome: outcome ?? noOutcome };
    });
  }
  const products = new MissingProducts(options, plan, run.context, run.id);
  for (let after: string | null = archives(at, plan) ? (at.after ?? beforeAll) : null; after !== null; ) {
    const { row } = at;
    const previous: string = after;
    await commit(async () => {
      const { archived, errors, after: last } = await products.archiveAfter(previous);
      after = last;
      return { next: { phase: 'missing', row, after: last ?? previous }, outcome: { ...noOutcome, archived, errors } };
    });
  }
  await batch.close();
  return at.result;
}

/** Products missing from the file are archived only if every row was saved. */
function archives({ result }: ImportCheckpoint, { options: { missing } }: ImportPlan): boolean {
  return missing === 'archive' && result.failed === 0 && result.total > 0;
}

const noOutcome: BatchOutcome = {
  ...{ created: 0, updated: 0, unchanged: 0, failed: 0, errors: [], warnings: [] },
  records: { createdAttributes: [], createdCategories: [], createdCollections: [], createdOptions: [] },
};

/** The cost of a batch grows faster than its size. */
const batchSize: BatchSize = { rows: limits.bulkItems, characters: 1_000_000 };

/** The cost of a value besides its text, in characters: a row may have thousands of values. */
const valueCharacters = 20;

function sizeOf(cell: Cell): number {
  if (typeof cell === 'string') return valueCharacters + cell.length;
  if (typeof cell !== 'object' || cell === null) return valueCharacters;
  let size = valueCharacters;
  for (const value of Object.values(cell)) size += sizeOf(value);
  return size;
}

async function* toBatches(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    for (const cell of row.cells) characters += sizeOf(cell);
    if (batch.length < batchSize.rows && characters < batchSize.characters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Reads and prepares the next batch while the current one is saved, which is mostly waiting for the database. */
async function* readAhead(
  batches: AsyncGenerator<Row[]>,
  prepare: (rows: readonly Row[]) => Promise<void>,
): AsyncGenerator<Row[]> {
  const read = async () => {
    const { value } = await batches.next();
    if (value !== undefined) await prepare(value);
    return value as Row[] | undefined;
  };
  let next = read();
  try {
    for (let batch = await next; batch !== undefined; batch = await next) {
      next = read();
      // What is wrong with the next batch does not keep this one from being saved.
      next.catch(() => undefined);
      yield batch;
    }
  } finally {
    await next.catch(() => undefined);
    await batches.return(undefined);
  }
}

function assertFewErrors({ result }: ImportCheckpoint, { options: { maxErrors } }: ImportPlan): void {
  if (maxErrors === undefined || result.failed <= maxErrors) return;
  throw new ApiError('validation_failed', `More than ${maxErrors} rows failed; the import was ended.`);
}
