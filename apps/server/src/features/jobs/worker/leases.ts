import type { JobType } from '@product-content/contract';
import type { Actor } from '../../../kernel/index.ts';
import type { Database, Transaction } from '../../../storage/index.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { beginClaim, claim, limitIdle as limitIdleSql, release, renew } from './jobs.sql.ts';

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
  { database, limits }: Dispatcher,
  { jobId, lease, leaseMs, at }: ClaimRequest,
): Promise<ClaimedJob | null> {
  return database.transaction(async (tx) => {
    await tx.query(beginClaim, [String(leaseMs)], 'jobs.begin-claim');
    const { rows } = await tx.query<ClaimedJob>(claim, [...limits, jobId, lease, leaseMs / 1000, at], 'jobs.claim');
    return rows[0] ?? null;
  });
}

/** Keeps jobs for another while. @returns the leases that still hold. */
export async function renewLeases(
  database: Database,
  leases: readonly string[],
  leaseMs: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ lease: string }>(renew, [leases, leaseMs / 1000], 'jobs.renew');
  return new Set(rows.map(({ lease }) => lease));
}

/** Gives a job back before its work is done, to be taken after a while. @param losses 1 when the work went wrong. */
export async function releaseJob(
  dispatcher: Dispatcher,
  lease: string,
  { losses = 0, pauseMs = 0 }: { losses?: 0 | 1; pauseMs?: number } = {},
): Promise<void> {
  await dispatcher.database.transaction(async (tx) => {
    const values = [lease, losses, pauseMs / 1000];
    const { rows } = await tx.query<{ workspaceId: string }>(release, values, 'jobs.release');
    for (const { workspaceId } of rows) await dispatcher.addNext(workspaceId);
  });
}

/**
 * Has the server end the transaction when its process falls silent within it: a process that is paused, or cut off,
 * would keep its locks, and nobody could take its job over.
 */
export async function limitIdle(tx: Transaction, milliseconds: number): Promise<void> {
  await tx.query(limitIdleSql, [String(milliseconds)], 'jobs.limit-idle');
}
