import { limits } from '@product-content/contract';
import { sqlStatement } from '../../../storage/index.ts';
import { maxRunningPerWorkspace } from '../job-handler.ts';

/** The types to run, and the concurrency of each per workspace. */
const kinds = { types: 'text[]', concurrency: 'integer[]' } as const;

/**
 * The jobs that may run now: those of types and workspaces with capacity left. A job keeps its place in its workspace
 * and type until it ends, so that later ones do not overtake one that is being retried.
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
    join unnest($types::text[], $concurrency::integer[]) as kind (type, concurrency)
      on kind.type = a.type and a.place <= kind.concurrency
    left join busy b on b.workspace_id = a.workspace_id
    where not a.held and coalesce(b.jobs, 0) < ${maxRunningPerWorkspace}
  )`;

const limitIdleTransaction = `set_config('idle_in_transaction_session_timeout', $milliseconds, true) as milliseconds`;

/**
 * Makes the server end the transaction when its process falls silent: a paused or disconnected process would keep its
 * locks, and nobody could take over its job.
 */
export const limitIdle = sqlStatement({
  name: 'jobs.limit-idle',
  withBegin: true,
  parameters: { milliseconds: 'text' },
  row: { milliseconds: 'text' },
  text: `select ${limitIdleTransaction}`,
});

/** Like {@link limitIdle}. Claims are serialized, so that each sees the earlier ones. */
export const beginClaim = sqlStatement({
  name: 'jobs.begin-claim',
  parameters: { milliseconds: 'text' },
  row: { milliseconds: 'text', locked: 'boolean' },
  text: `select ${limitIdleTransaction}, pg_advisory_xact_lock(7264108356) is not null as locked`,
});

/**
 * Takes a job of the workspace with the fewest running jobs: the ticket's job if it belongs there, otherwise the
 * oldest. The ticket's job need not be due: the queue has waited for it, by a clock that may differ from the
 * database's.
 */
export const claim = sqlStatement({
  name: 'jobs.claim',
  parameters: { ...kinds, jobId: 'uuid?', lease: 'uuid', leaseSeconds: 'double precision', at: 'timestamptz' },
  row: {
    workspaceId: 'uuid',
    id: 'uuid',
    type: 'text',
    input: 'jsonb',
    actor: 'jsonb',
    requestId: 'text',
    trace: 'jsonb?',
    checkpoint: 'jsonb?',
    failures: 'integer',
    lease: 'uuid?',
  },
  text: `
    ${claimable('')}, picked as (
      select j.workspace_id, j.id from claimable c join job j on j.workspace_id = c.workspace_id and j.id = c.id
      where (c.due_at <= statement_timestamp() or c.id = $jobId)
        and (j.lease is null or j.due_at <= statement_timestamp()) and j.due_at is not null
      order by c.running, c.id is not distinct from $jobId desc, c.created_at, c.id
      limit 1 for update of j skip locked
    )
    update job j set status = 'running', losses = losses + (lease is not null)::integer, lease = $lease,
      due_at = statement_timestamp() + make_interval(secs => $leaseSeconds), started_at = coalesce(started_at, $at)
    from picked p where j.workspace_id = p.workspace_id and j.id = p.id
    returning j.workspace_id as "workspaceId", j.id, j.type, j.input, j.actor, j.request_id as "requestId",
      j.trace, j.checkpoint, j.losses as failures, j.lease`,
});

const ticket = { id: 'uuid', type: 'text' } as const;

/** The oldest job of a workspace. */
export const selectNext = sqlStatement({
  name: 'jobs.next',
  parameters: { ...kinds, workspaceId: 'uuid' },
  row: ticket,
  text: `
    ${claimable('and workspace_id = $workspaceId')}
    select id, type from claimable where due_at <= statement_timestamp() order by created_at, id limit 1`,
});

/**
 * Jobs that may run now. Those whose worker is gone, and those that have waited for a second, have no ticket, and come
 * first.
 */
export const selectWaiting = sqlStatement({
  name: 'jobs.waiting',
  parameters: { ...kinds, limit: 'bigint' },
  row: { ...ticket, forgotten: 'boolean' },
  text: `
    ${claimable('')}
    select id, type, lease is not null or due_at <= statement_timestamp() - interval '1 second' as forgotten
    from claimable where due_at <= statement_timestamp()
    order by forgotten desc, running, created_at, id limit $limit`,
});

/** Waiting and running jobs by type, and the waiting time of the oldest in seconds. Does not read finished jobs. */
export const countByType = sqlStatement({
  name: 'jobs.count-by-type',
  parameters: {},
  row: { type: 'text', waiting: 'bigint', running: 'bigint', oldest: 'double precision?' },
  text: `
    select type, count(*) filter (where not held) as waiting, count(*) filter (where held) as running,
      extract(epoch from statement_timestamp() - min(created_at) filter (where not held))::double precision as oldest
    from (
      select type, created_at, lease is not null and due_at > statement_timestamp() as held
      from job where due_at is not null
    ) active
    group by type`,
});

/** Extends leases. @returns the leases that are still valid. */
export const renew = sqlStatement({
  name: 'jobs.renew',
  parameters: { leases: 'uuid[]', leaseSeconds: 'double precision' },
  row: { lease: 'uuid?' },
  text: `
    update job set due_at = statement_timestamp() + make_interval(secs => $leaseSeconds)
    where lease = any ($leases::uuid[]) and due_at is not null returning lease`,
});

export const release = sqlStatement({
  name: 'jobs.release',
  parameters: { lease: 'uuid', failures: 'integer', pauseSeconds: 'double precision' },
  row: { workspaceId: 'uuid' },
  text: `
    update job set lease = null, losses = losses + $failures,
      due_at = statement_timestamp() + make_interval(secs => $pauseSeconds)
    where lease = $lease and due_at is not null returning workspace_id as "workspaceId"`,
});

const leased = { workspaceId: 'uuid', id: 'uuid', lease: 'uuid' } as const;

/** The job, while its lease is valid: a canceled job has no lease, one that was taken over has another. */
const isHeld = 'workspace_id = $workspaceId and id = $id and lease = $lease';

/** Saves a batch of the work, with its errors; no row when the job is lost. */
export const saveStep = sqlStatement({
  name: 'jobs.save-step',
  parameters: {
    ...leased,
    checkpoint: 'jsonb',
    processed: 'integer',
    total: 'integer?',
    errorCount: 'integer',
    errors: 'jsonb',
    warningCount: 'integer',
    warnings: 'jsonb',
    leaseSeconds: 'double precision',
  },
  row: { before: 'integer' },
  text: `
    with saved as (
      update job set checkpoint = $checkpoint, processed = greatest(processed, $processed::integer), total = $total,
        error_count = error_count + $errorCount::integer, warning_count = warning_count + $warningCount::integer,
        warnings = case when $warningCount::integer = 0 or jsonb_array_length(warnings) >= ${limits.jobWarnings}
          then warnings
          else jsonb_path_query_array(warnings || $warnings::jsonb, '$[0 to ${limits.jobWarnings - 1}]') end,
        losses = 0, due_at = greatest(due_at, statement_timestamp() + make_interval(secs => $leaseSeconds))
      where ${isHeld} returning error_count - $errorCount::integer as before
    ), noted as (
      insert into job_error (workspace_id, job_id, position, "row", "column", sku, field, code, message, value)
      select $workspaceId, $id, saved.before + e.place, e."row", e."column", e.sku, e.field, e.code, e.message, e.value
      from saved cross join rows from (jsonb_to_recordset($errors) as (
        "row" integer, "column" text, sku text, field text, code text, message text, value text
      )) with ordinality as e ("row", "column", sku, field, code, message, value, place)
      where saved.before + e.place <= ${limits.jobErrors}
    )
    select before from saved`,
});

export const saveProgress = sqlStatement({
  name: 'jobs.save-progress',
  parameters: { ...leased, processed: 'integer', total: 'integer?' },
  row: {},
  text: `update job set processed = greatest(processed, $processed::integer), total = $total where ${isHeld}`,
});

/** Ends a job; no row when it is lost. */
export const endJob = sqlStatement({
  name: 'jobs.end',
  parameters: {
    ...leased,
    status: 'text',
    result: 'jsonb',
    processed: 'integer',
    total: 'integer?',
    finishedAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  row: { id: 'uuid' },
  text: `
    update job set status = $status, result = $result, processed = greatest(processed, $processed::integer),
      total = coalesce($total::integer, total), lease = null, due_at = null, finished_at = $finishedAt,
      expires_at = $expiresAt
    where ${isHeld} returning id`,
});

/** Deletes a number of a job's errors, from the first on: positions are dense. */
export const deleteErrors = sqlStatement({
  name: 'jobs.delete-errors',
  parameters: { workspaceId: 'uuid', jobId: 'uuid', batchSize: 'integer' },
  row: { errors: 'bigint' },
  text: `
    with deleted as (
      delete from job_error where workspace_id = $workspaceId and job_id = $jobId and position <= (
        select min(position) + $batchSize::integer - 1 from job_error
        where workspace_id = $workspaceId and job_id = $jobId
      ) returning 1
    ) select count(*) as errors from deleted`,
});
