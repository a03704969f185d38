import { type JobStatus, type JobType, limits } from '@product-content/contract';
import type { Actor, SavedTrace } from '../../../kernel/index.ts';
import type { Database, Transaction } from '../../../storage/index.ts';
import type { Dispatcher } from '../dispatcher.ts';
import type { JobResult, JobStep, ProgressCount } from '../job-handler.ts';
import { toStoredErrors, toStoredJson } from '../stored-json.ts';
import { beginClaim, claim, endJob, release, renew, saveProgress, saveStep } from './jobs.sql.ts';

/** A job held by a worker. */
export interface ClaimedJob {
  readonly workspaceId: string;
  /** UUID. */
  readonly id: string;
  readonly type: JobType;
  readonly input: unknown;
  readonly actor: Actor;
  readonly requestId: string;
  readonly trace: SavedTrace | null;
  readonly checkpoint: unknown;
  /** Lost workers and unexpected errors since the last checkpoint. */
  readonly failures: number;
  /** Proves that this worker holds the job. */
  readonly lease: string;
}

export interface ClaimRequest {
  /** The job of the ticket; null for any. */
  readonly jobId: string | null;
  /** A new UUID. */
  readonly lease: string;
  readonly leaseMs: number;
  /** The start time to show. */
  readonly at: Date;
}

/**
 * Takes a job that nobody holds, or whose worker did not renew its lease in time: the ticket's job, unless a workspace
 * with fewer running jobs has one waiting.
 *
 * @returns null when no job may run now.
 */
export async function claimJob(
  { database, limits: kinds }: Dispatcher,
  { jobId, lease, leaseMs, at }: ClaimRequest,
): Promise<ClaimedJob | null> {
  return database.transaction(async (tx) => {
    await tx.run(beginClaim, { milliseconds: String(leaseMs) });
    const [job] = await tx.run(claim, { ...kinds, jobId, lease, leaseSeconds: leaseMs / 1000, at });
    return (job as ClaimedJob | undefined) ?? null;
  });
}

/** Extends leases. @returns the leases that are still valid. */
export async function renewLeases(
  database: Database,
  leases: readonly string[],
  leaseMs: number,
): Promise<ReadonlySet<string>> {
  const renewed = await database.run(renew, { leases, leaseSeconds: leaseMs / 1000 });
  return new Set(renewed.map(({ lease }) => lease as string));
}

/** Releases an unfinished job, to be taken again after a delay. @param failures 1 after an unexpected error. */
export async function releaseJob(
  dispatcher: Dispatcher,
  lease: string,
  { failures = 0, pauseMs = 0 }: { failures?: 0 | 1; pauseMs?: number } = {},
): Promise<void> {
  await dispatcher.database.transaction(async (tx) => {
    const released = await tx.run(release, { lease, failures, pauseSeconds: pauseMs / 1000 });
    for (const { workspaceId } of released) await dispatcher.addNext(workspaceId);
  });
}

type Held = Pick<ClaimedJob, 'workspaceId' | 'id' | 'lease'>;

const held = ({ workspaceId, id, lease }: Held) => ({ workspaceId, id, lease });

/**
 * Updates the job's row last in the transaction, so that it is locked only briefly. @returns false when the job is
 * lost.
 */
export async function writeStep(tx: Transaction, job: Held, step: JobStep, leaseMs: number): Promise<boolean> {
  const { checkpoint, progress, errors = [], warnings = [] } = step;
  const saved = await tx.run(saveStep, {
    ...held(job),
    checkpoint: toStoredJson(checkpoint),
    processed: progress.processed,
    total: progress.total,
    errorCount: errors.length,
    errors: toStoredErrors(errors),
    warningCount: warnings.length,
    warnings: toStoredErrors(warnings.slice(0, limits.jobWarnings)),
    leaseSeconds: leaseMs / 1000,
  });
  return saved.length === 1;
}

export async function writeProgress(database: Database, job: Held, { processed, total }: ProgressCount): Promise<void> {
  await database.run(saveProgress, { ...held(job), processed, total });
}

/** How a job ends. */
export interface JobEnd {
  readonly status: Extract<JobStatus, 'completed' | 'failed'>;
  readonly result: JobResult;
  readonly progress: ProgressCount;
  readonly finishedAt: Date;
  readonly expiresAt: Date;
}

/** @returns false when the job is no longer held: it has ended in another way, or continues elsewhere. */
export async function writeEnd(tx: Transaction, job: Held, { progress, result, ...end }: JobEnd): Promise<boolean> {
  const { processed, total } = progress;
  const ended = await tx.run(endJob, { ...held(job), ...end, result: toStoredJson(result), processed, total });
  return ended.length === 1;
}
