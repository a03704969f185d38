import { encodeId, type Logger } from '../../kernel/index.ts';
import type { Database } from '../../storage/index.ts';
import { deleteJob, selectExpired } from './job.statements.ts';
import type { JobHandler } from './job-handler.ts';
import { deleteErrors } from './worker/jobs.sql.ts';

export interface SweepJobsOptions {
  readonly database: Database;
  readonly handlers: readonly JobHandler[];
  readonly logger: Logger;
}

/**
 * Deletes expired jobs with their errors and what they stored outside the database. Works in batches, so that no
 * statement holds locks for long. What cannot be deleted now is retried by the next sweep.
 *
 * @returns how many jobs were deleted.
 */
export async function sweepJobs(
  { database, handlers, logger }: SweepJobsOptions,
  now: Date,
  { batchSize = 1000, signal }: { batchSize?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let swept = 0;
  let after = { expiresAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const expired = await database.run(selectExpired, { now, ...after, limit: batchSize });
    const last = expired.at(-1);
    if (last === undefined) return swept;
    for (const job of expired) {
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
      const { workspaceId, id } = job;
      for (let deleted = batchSize; deleted === batchSize; ) {
        const [errors] = await database.run(deleteErrors, { workspaceId, jobId: id, batchSize });
        deleted = errors?.errors ?? 0;
      }
      await database.run(deleteJob, { workspaceId, id });
      swept += 1;
    }
    after = { expiresAt: last.expiresAt, id: last.id };
  }
}
