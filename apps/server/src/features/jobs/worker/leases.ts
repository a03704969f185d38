import type { JobType } from '@product-content/contract';
import type { Actor } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import { jobChannel } from '../job-channel.ts';
import { maxRunningPerWorkspace } from '../job-kind.ts';
import { limitIdle } from './limit-idle.ts';

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
  /** What this worker can run, and how many of each at once in a workspace. */
  readonly kinds: readonly { readonly type: JobType; readonly atOnce: number }[];
  /** A new UUID. */
  readonly lease: string;
  readonly leaseMs: number;
  /** Of the start that is shown. */
  readonly at: Date;
}

/** Claims are made one after the other, so that they see each other's. */
const lockClaims = 'select pg_advisory_xact_lock(7264108356)';

/**
 * The oldest job of the workspace that has the fewest running, of those that have fewer than they may. In its
 * workspace and type a job keeps its place until it is over, so that later ones do not pass one that is tried again.
 */
const claim = `
  with active as materialized (
    select workspace_id, id, type, created_at, due_at, lease is not null and due_at > statement_timestamp() as held,
      row_number() over (partition by workspace_id, type order by started_at is null, created_at, id) as place
    from job where due_at is not null
  ), busy as (
    select workspace_id, count(*) as jobs from active where held group by workspace_id
  ), picked as (
    select j.workspace_id, j.id
    from active a
    join unnest($1::text[], $2::integer[]) as kind (type, at_once) on kind.type = a.type and a.place <= kind.at_once
    left join busy b on b.workspace_id = a.workspace_id
    join job j on j.workspace_id = a.workspace_id and j.id = a.id
    where a.due_at <= statement_timestamp() and j.due_at <= statement_timestamp()
      and coalesce(b.jobs, 0) < ${maxRunningPerWorkspace}
    order by coalesce(b.jobs, 0), a.created_at, a.id
    limit 1 for update of j skip locked
  )
  update job j set status = 'running', losses = losses + (lease is not null)::integer, lease = $3,
    due_at = statement_timestamp() + make_interval(secs => $4), started_at = coalesce(started_at, $5)
  from picked p where j.workspace_id = p.workspace_id and j.id = p.id
  returning j.workspace_id as "workspaceId", j.id, j.type, j.input, j.actor, j.request_id as "requestId", j.checkpoint,
    j.losses, j.lease`;

const renew = `
  update job set due_at = statement_timestamp() + make_interval(secs => $2)
  where lease = any ($1::uuid[]) and due_at is not null returning lease`;

/** Whoever waits for a job hears of it. */
const release = `
  with released as (
    update job set lease = null, losses = losses + $2, due_at = statement_timestamp() + make_interval(secs => $3)
    where lease = $1 and due_at is not null returning id
  )
  select pg_notify('${jobChannel}', '') from released`;

const anyDue = `
  select pg_notify('${jobChannel}', '')
  where exists (select from job where due_at is not null and due_at <= statement_timestamp())`;

/** Takes one job that is due: one nobody holds, or whose worker did not renew its lease in time. */
export async function claimJob(database: Database, request: ClaimRequest): Promise<ClaimedJob | null> {
  const { kinds, lease, leaseMs, at } = request;
  const values = [kinds.map(({ type }) => type), kinds.map(({ atOnce }) => atOnce), lease, leaseMs / 1000, at];
  return database.transaction(async (tx) => {
    await limitIdle(tx, leaseMs);
    await tx.query(lockClaims, [], 'jobs.lock-claims');
    const { rows } = await tx.query<ClaimedJob>(claim, values, 'jobs.claim');
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
  database: Database,
  lease: string,
  { losses = 0, pauseMs = 0 }: { losses?: 0 | 1; pauseMs?: number } = {},
): Promise<void> {
  await database.query(release, [lease, losses, pauseMs / 1000], 'jobs.release');
}

/** Tells the workers when a job is due that nobody has taken: its worker is gone, or its pause is over. */
export async function notifyOfDueJobs(database: Database): Promise<void> {
  await database.query(anyDue, [], 'jobs.any-due');
}
