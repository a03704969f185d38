import { maxRunningPerWorkspace } from '../job-handler.ts';

/**
 * The jobs that may run now: those of types and workspaces with capacity left. `$1` are the types, `$2` how many of
 * each run at once in a workspace. In its workspace and type a job keeps its place until it is over, so that later
 * ones do not overtake one that is tried again.
 */
const claimable = (condition: string) => `
  with active as materialized (
    select workspace_id, id, type, created_at, due_at, lease, lease is not null and due_at > statement_timestamp() as held,
      row_number() over (partition by workspace_id, type order by started_at is null, created_at, id) as place
    from job where due_at is not null ${condition}
  ), busy as (
    select workspace_id, count(*) as jobs from active where held group by workspace_id
  ), claimable as (
    select a.*, coalesce(b.jobs, 0) as running from active a
    join unnest($1::text[], $2::integer[]) as kind (type, concurrency) on kind.type = a.type and a.place <= kind.concurrency
    left join busy b on b.workspace_id = a.workspace_id
    where not a.held and coalesce(b.jobs, 0) < ${maxRunningPerWorkspace}
  )`;

export const limitIdle = `select set_config('idle_in_transaction_session_timeout', $1, true)`;

/** Claims are made one after the other, so that they see each other's. */
export const beginClaim = `${limitIdle}, pg_advisory_xact_lock(7264108356)`;

/**
 * Takes a job of the workspace that has the fewest running; among those the one of the ticket, else the oldest. The
 * ticket's own job need not be due: the queue has waited for it, by a clock that may differ from the database's.
 */
export const claim = `
  ${claimable('')}, picked as (
    select j.workspace_id, j.id from claimable c join job j on j.workspace_id = c.workspace_id and j.id = c.id
    where (c.due_at <= statement_timestamp() or c.id = $3) and (j.lease is null or j.due_at <= statement_timestamp())
      and j.due_at is not null
    order by c.running, c.id is not distinct from $3 desc, c.created_at, c.id
    limit 1 for update of j skip locked
  )
  update job j set status = 'running', losses = losses + (lease is not null)::integer, lease = $4,
    due_at = statement_timestamp() + make_interval(secs => $5), started_at = coalesce(started_at, $6)
  from picked p where j.workspace_id = p.workspace_id and j.id = p.id
  returning j.workspace_id as "workspaceId", j.id, j.type, j.input, j.actor, j.request_id as "requestId", j.checkpoint,
    j.losses, j.lease`;

/** The oldest of a workspace. */
export const next = `
  ${claimable('and workspace_id = $3')}
  select id, type from claimable where due_at <= statement_timestamp() order by created_at, id limit 1`;

/** Jobs whose worker is gone, and jobs that no ticket has led to for a second. */
export const forgotten = `
  ${claimable('')}
  select id, type from claimable
  where due_at <= statement_timestamp() - case when lease is null then interval '1 second' else interval '0' end
  order by running, created_at, id limit $3`;

export const renew = `
  update job set due_at = statement_timestamp() + make_interval(secs => $2)
  where lease = any ($1::uuid[]) and due_at is not null returning lease`;

export const release = `
  update job set lease = null, losses = losses + $2, due_at = statement_timestamp() + make_interval(secs => $3)
  where lease = $1 and due_at is not null returning workspace_id as "workspaceId"`;
