import { type JobStatus, type JobType, limits } from '@product-content/contract';
import type { Actor } from '../../../kernel/index.ts';
import type { Database, Transaction } from '../../../storage/index.ts';
import type { Dispatcher } from '../dispatcher.ts';
import type { JobResult, JobStep, ProgressCount } from '../job-handler.ts';
import { toStoredErrors, toStoredJson } from '../stored-json.ts';
import { beginClaim, claim, endJob, release, renew, saveProgress, saveStep } from './jobs.sql.ts';

/** A job a worker holds. */
export interface ClaimedJob {
  readonly workspaceId: string;
  /** UUID. */
  readonly id: string;
  readonly type: JobType;
  readonly input: unknown;
  readonly actor: Actor;
  readonly requestId: string;
  readonly checkpoint: unknown;
  /** Workers lost and unexpected errors since the last checkpoint. */
  readonly losses: number;
  /** Proves that this worker holds it. */
  readonly lease: string;
}

export interface ClaimRequest {
  /** The job of the ticket; null for any. */
  readonly jobId: string | null;
  /** A new UUID. */
  readonly lease: string;
  readonly leaseMs: number;
  /** Of the start that is shown. */
  readonly at: Date;
}

/**
 * Takes a job that nobody holds, or whose worker did not renew its lease in time: the one of the ticket, unless that
 * of a workspace with fewer running jobs waits.
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

/** Keeps jobs for another while. @returns the leases that still hold. */
export async function renewLeases(
  database: Database,
  leases: readonly string[],
  leaseMs: number,
): Promise<ReadonlySet<string>> {
  const renewed = await database.run(renew, { leases, leaseSeconds: leaseMs / 1000 });
  return new Set(renewed.map(({ lease }) => lease as string));
}

/** Gives a job back before its work is done, to be taken after a while. @param losses 1 when the work went wrong. */
export async function releaseJob(
  dispatcher: Dispatcher,
  lease: string,
  { losses = 0, pauseMs = 0 }: { losses?: 0 | 1; pauseMs?: number } = {},
): Promise<void> {
  await dispatcher.database.transaction(async (tx) => {
    const released = await tx.run(release, { lease, losses, pauseSeconds: pauseMs / 1000 });
    for (const { workspaceId } of released) await dispatcher.addNext(workspaceId);
  });
}

type Held = Pick<ClaimedJob, 'workspaceId' | 'id' | 'lease'>;

const held = ({ workspaceId, id, lease }: Held) => ({ workspaceId, id, lease });

/** The job's row is written last in the transaction, so that it is locked for a moment only. @returns false when lost. */
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

/** @returns false when the job is no longer held: it ended another way, or goes on elsewhere. */
export async function writeEnd(tx: Transaction, job: Held, { progress, result, ...end }: JobEnd): Promise<boolean> {
  const { processed, total } = progress;
  const ended = await tx.run(endJob, { ...held(job), ...end, result: toStoredJson(result), processed, total });
  return ended.length === 1;
}
