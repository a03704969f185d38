import type { JobType } from '@product-content/contract';
import { encodeId, type Logger } from '../../kernel/index.ts';
import type { Database } from '../../storage/index.ts';
import type { DiscardedJob, JobHandler } from './job-handler.ts';

export interface SweepJobsOptions {
  readonly database: Database;
  readonly handlers: readonly JobHandler[];
  readonly logger: Logger;
}

interface ExpiredJob extends DiscardedJob {
  readonly type: JobType;
  readonly expiresAt: Date;
}

const expiredBehind = `
  select workspace_id as "workspaceId", id, type, input, result, expires_at as "expiresAt" from job
  where expires_at <= $1 and (expires_at, id) > ($2::timestamptz, $3::uuid) order by expires_at, id limit $4`;

/** From the first on: positions are dense. */
const deleteErrors = `
  delete from job_error where workspace_id = $1 and job_id = $2 and position <= (
    select min(position) + $3::integer - 1 from job_error where workspace_id = $1 and job_id = $2
  )`;

const deleteJob = 'delete from job where workspace_id = $1 and id = $2';

/**
 * Deletes jobs that have expired, with their errors and what they left outside the database. In batches, so that no
 * statement holds locks for long. What cannot be removed now is tried again by the next sweep.
 *
 * @returns how many jobs there were.
 */
export async function sweepJobs(
  { database, handlers, logger }: SweepJobsOptions,
  now: Date,
  { batchSize = 1000, signal }: { batchSize?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let swept = 0;
  let after = { expiresAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const values = [now, after.expiresAt, after.id, batchSize];
    const { rows } = await database.query<ExpiredJob>(expiredBehind, values, 'jobs.expired');
    const last = rows.at(-1);
    if (last === undefined) return swept;
    for (const job of rows) {
      if (signal?.aborted === true) return swept;
      try {
        await handlers.find(({ type }) => type === job.type)?.discard?.(job);
      } catch (err) {
        logger.warn(
          { err, job: encodeId('job', job.id) },
          'The files of a job could not be removed; it will be tried again.',
        );
        continue;
      }
      await deleteWithErrors(database, job, batchSize);
      swept += 1;
    }
    after = last;
  }
}

async function deleteWithErrors(database: Database, { workspaceId, id }: ExpiredJob, batchSize: number): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize; ) {
    deleted = (await database.query(deleteErrors, [workspaceId, id, batchSize], 'jobs.delete-errors')).rowCount ?? 0;
  }
  await database.query(deleteJob, [workspaceId, id], 'jobs.delete');
}
