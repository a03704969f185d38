import { jobCompletedEvents } from '@product-content/contract';
import {
  ApiError,
  type Clock,
  encodeId,
  type IdSource,
  type Logger,
  type RequestContext,
  type WorkspaceSettings,
} from '../../../kernel/index.ts';
import { appendEvents, type Database } from '../../../storage/index.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { type JobHandler, JobInterrupted, maxFailures } from '../job-handler.ts';
import { RetryLater } from '../job-queue.ts';
import { expiryOf } from '../job-retention.ts';
import { limitIdle } from './jobs.sql.ts';
import { LeasedJob } from './leased-job.ts';
import { type ClaimedJob, type JobEnd, releaseJob, writeEnd } from './leases.ts';

export interface RunJobOptions {
  readonly database: Database;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  /** The settings of a workspace by id. */
  readonly workspace: (id: string) => Promise<WorkspaceSettings>;
  readonly leaseMs: number;
  /** Milliseconds before failed work is retried; four times as long after the second failure. */
  readonly retryMs: number;
}

/** How a run ended. After an unexpected error, or when the process ends, the job is not finished. */
export type RunOutcome = 'completed' | 'failed' | 'retried' | 'interrupted';

/**
 * Runs a job's handler and saves the job's end, or releases the job.
 *
 * @returns how the run ended.
 * @throws RetryLater when the job was released after an unexpected error.
 * @throws errors of the database at the end; the lease then expires and the job is taken again.
 */
export async function runJob(
  job: ClaimedJob,
  handler: JobHandler,
  interruption: AbortController,
  options: RunJobOptions,
): Promise<RunOutcome> {
  const context = await toContext(job, options);
  const held = new LeasedJob(job, context, interruption, options);
  try {
    if (job.failures >= maxFailures) return await fail(job, held, handler, givenUp(), options);
    const result = await handler.run(held);
    await end(job, held, { status: 'completed', result }, options);
    return 'completed';
  } catch (error) {
    return await afterError(error, { job, held, handler, interruption }, options);
  } finally {
    held.close();
  }
}

interface Running {
  readonly job: ClaimedJob;
  readonly held: LeasedJob;
  readonly handler: JobHandler;
  readonly interruption: AbortController;
}

async function afterError(error: unknown, running: Running, options: RunJobOptions): Promise<RunOutcome> {
  const { job, held, handler, interruption } = running;
  const { dispatcher, logger, retryMs } = options;
  const reason: unknown = interruption.signal.reason;
  if (reason instanceof JobInterrupted) {
    // A lost job belongs to another worker, or has ended.
    if (reason.reason === 'stopping') await releaseJob(dispatcher, job.lease);
    return 'interrupted';
  }
  if (error instanceof ApiError && error.code !== 'internal_error') return fail(job, held, handler, error, options);
  const failures = (held.advanced ? 0 : job.failures) + 1;
  logger.error({ err: error, job: encodeId('job', job.id), failures }, 'A job failed unexpectedly.');
  if (failures >= maxFailures) return fail(job, held, handler, givenUp(), options);
  const pauseMs = retryMs * 4 ** (failures - 1);
  await releaseJob(dispatcher, job.lease, { failures: 1, pauseMs });
  throw new RetryLater('The job failed unexpectedly; the log has the reason.', pauseMs);
}

/** Details are only in the log. */
function givenUp(): ApiError {
  return new ApiError('internal_error', `The job was interrupted ${maxFailures} times at the same point.`);
}

async function fail(
  job: ClaimedJob,
  held: LeasedJob,
  handler: JobHandler,
  error: ApiError,
  options: RunJobOptions,
): Promise<RunOutcome> {
  const { code, message, details } = error;
  const failure = { code, message };
  const shown = details === undefined ? failure : { ...failure, details };
  const result = { ...handler.summarize?.(held.saved), error: shown };
  await end(job, held, { status: 'failed', result, failure }, options);
  return 'failed';
}

type Ending = Pick<JobEnd, 'status' | 'result'> & { readonly failure?: { code: string; message: string } };

async function end(
  job: ClaimedJob,
  held: LeasedJob,
  ending: Ending,
  { database, dispatcher, clock, ids, leaseMs }: RunJobOptions,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(limitIdle, { milliseconds: String(leaseMs) });
    const finishedAt = clock.now();
    const times = { finishedAt, expiresAt: expiryOf(finishedAt) };
    const { status, result } = ending;
    const over: JobEnd = { status, result, progress: held.latestProgress, ...times };
    if (!(await writeEnd(tx, job, over))) return;
    appendEvents(tx, job.workspaceId, [{ id: ids.next(), ...toEvent(job, ending) }], finishedAt);
    await dispatcher.addNext(job.workspaceId);
  });
}

/** The payload of the event at a job's end; of a failure only the error. */
function toEvent({ id, type }: ClaimedJob, { status, result, failure }: Ending) {
  return {
    type: failure === undefined ? jobCompletedEvents[type] : 'job.failed',
    subjectId: id,
    payload: { jobId: encodeId('job', id), type, status, result: failure === undefined ? result : { error: failure } },
  };
}

async function toContext(job: ClaimedJob, { workspace }: RunJobOptions): Promise<RequestContext> {
  return {
    workspace: await workspace(job.workspaceId),
    actor: job.actor,
    source: job.type === 'import' ? 'import' : 'job',
    requestId: job.requestId,
  };
}
