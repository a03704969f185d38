import { type JobStatus, limits } from '@product-content/contract';
import type { Database, Transaction } from '../../../storage/index.ts';
import type { JobResult, JobStep, ProgressCount } from '../job-handler.ts';
import { toStoredErrors, toStoredJson } from '../job-text.ts';
import type { ClaimedJob } from './leases.ts';

/** The job, while its lease holds: a canceled job and one that was taken over have another, or none. */
const held = 'workspace_id = $1 and id = $2 and lease = $3';

const saveStepSql = `
  with saved as (
    update job set checkpoint = $4::jsonb, processed = greatest(processed, $5::integer), total = $6::integer,
      error_count = error_count + $7::integer, warning_count = warning_count + $10::integer,
      warnings = case when $10::integer = 0 or jsonb_array_length(warnings) >= ${limits.jobWarnings} then warnings
        else jsonb_path_query_array(warnings || $11::jsonb, '$[0 to ${limits.jobWarnings - 1}]') end,
      losses = 0, due_at = greatest(due_at, statement_timestamp() + make_interval(secs => $9))
    where ${held} returning error_count - $7::integer as before
  ), noted as (
    insert into job_error (workspace_id, job_id, position, "row", "column", sku, field, code, message)
    select $1, $2, saved.before + e.place, e."row", e."column", e.sku, e.field, e.code, e.message
    from saved cross join rows from (jsonb_to_recordset($8::jsonb) as (
      "row" integer, "column" text, sku text, field text, code text, message text
    )) with ordinality as e ("row", "column", sku, field, code, message, place)
    where saved.before + e.place <= ${limits.jobErrors}
  )
  select before from saved`;

const saveProgressSql = `
  update job set processed = greatest(processed, $4::integer), total = $5::integer where ${held}`;

const endSql = `
  update job set status = $4, result = $5::jsonb, processed = greatest(processed, $6::integer),
    total = coalesce($7::integer, total), lease = null, due_at = null, finished_at = $8, expires_at = $9
  where ${held}`;

type Held = Pick<ClaimedJob, 'workspaceId' | 'id' | 'lease'>;

/** The job's row is written last in the transaction, so that it is locked for a moment only. @returns false when lost. */
export async function saveStep(tx: Transaction, job: Held, step: JobStep, leaseMs: number): Promise<boolean> {
  const { checkpoint, progress, errors = [], warnings = [] } = step;
  const values = [
    job.workspaceId,
    job.id,
    job.lease,
    toStoredJson(checkpoint),
    progress.processed,
    progress.total,
    errors.length,
    toStoredErrors(errors),
    leaseMs / 1000,
    warnings.length,
    toStoredErrors(warnings.slice(0, limits.jobWarnings)),
  ];
  return (await tx.query(saveStepSql, values, 'jobs.save-step')).rowCount === 1;
}

export async function saveProgress(database: Database, job: Held, { processed, total }: ProgressCount): Promise<void> {
  await database.query(saveProgressSql, [job.workspaceId, job.id, job.lease, processed, total], 'jobs.save-progress');
}

/** How a job ends. */
export interface JobEnd {
  readonly status: Extract<JobStatus, 'completed' | 'failed'>;
  readonly result: JobResult;
  readonly progress: ProgressCount;
  readonly finishedAt: Date;
  readonly expiresAt: Date;
}

/** @returns false when the job is no longer held: it ended another way, or goes on elsewhere. */
export async function endJob(tx: Transaction, job: Held, end: JobEnd): Promise<boolean> {
  const { status, result, progress, finishedAt, expiresAt } = end;
  const { processed, total } = progress;
  const outcome = [status, toStoredJson(result), processed, total, finishedAt, expiresAt];
  const { rowCount } = await tx.query(endSql, [job.workspaceId, job.id, job.lease, ...outcome], 'jobs.end');
  return rowCount === 1;
}
