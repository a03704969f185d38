import { type JobType, limits } from '@product-content/contract';
import { type Expression, type Kysely, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { columnsOf, type TablesOf, tablesOf } from '../../storage/index.ts';
import { JobEntity, type JobErrorEntity, type JobRow } from './job.entity.ts';

type Tables = TablesOf<typeof JobEntity | typeof JobErrorEntity>;

const jobs = tablesOf<typeof JobEntity | typeof JobErrorEntity>();

/** Columns for workers only, or shown only with a single job. */
const hidden = ['input', 'actor', 'requestId', 'trace', 'checkpoint', 'losses', 'lease', 'dueAt', 'warnings'] as const;

/** A job in a list. */
export type ListedJob = Omit<JobRow, (typeof hidden)[number]>;

type Hidden = `${string} as ${(typeof hidden)[number]}`;

const columns = columnsOf(JobEntity);
const isListed = (column: (typeof columns)[number]): column is Exclude<(typeof columns)[number], Hidden> =>
  !hidden.some((name) => column.endsWith(` as ${name}`));
const listedColumns = columns.filter(isListed);
/** The columns shown of an error, in this order. */
export const errorColumns = ['row', 'column', 'sku', 'field', 'code', 'message', 'value'] as const;

const byId = { workspaceId: 'uuid', id: 'uuid' } as const;

/** Inserts a job that a worker may take at once. */
export const insertJob = jobs.statement({
  name: 'job.insert',
  parameters: {
    ...byId,
    type: 'text',
    input: 'jsonb',
    fileName: 'text?',
    dryRun: 'boolean',
    total: 'integer?',
    actor: 'jsonb',
    requestId: 'text',
    trace: 'jsonb?',
    createdAt: 'timestamptz',
  },
  build: (db, { workspaceId, id, type, input, fileName, dryRun, total, actor, requestId, trace, createdAt }) =>
    db.insertInto('job').values({
      workspace_id: workspaceId,
      id,
      type: type as Expression<JobType>,
      input,
      file_name: fileName,
      dry_run: dryRun,
      total,
      actor: sql`${actor}`,
      request_id: requestId,
      trace: sql`${trace}`,
      created_at: createdAt,
      due_at: sql`statement_timestamp()`,
    }),
});

/** Waiting and running jobs of a workspace. */
export const countActiveJobs = jobs.statement({
  name: 'job.count-active',
  parameters: { workspaceId: 'uuid' },
  build: (db, { workspaceId }) =>
    db
      .selectFrom('job')
      .select(({ fn }) => fn.countAll<number>().as('jobs'))
      .where('workspace_id', '=', workspaceId)
      .where('due_at', 'is not', null),
});

/** A job with its first errors and its warnings. */
export const selectJob = jobs.statement({
  name: 'job.find',
  parameters: byId,
  build: (db, { workspaceId, id }) =>
    db
      .selectFrom('job')
      .select([...listedColumns, 'input', 'warnings'])
      .select((query) =>
        jsonArrayFrom(
          query
            .selectFrom('job_error')
            .select(errorColumns)
            .whereRef('job_error.workspace_id', '=', 'job.workspace_id')
            .whereRef('job_error.job_id', '=', 'job.id')
            .orderBy('position')
            .limit(sql.lit(limits.inlineJobErrors)),
        ).as('errors'),
      )
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id),
});

export const selectWork = jobs.statement({
  name: 'job.work',
  parameters: byId,
  build: (db, { workspaceId, id }) =>
    db.selectFrom('job').select(['type', 'input']).where('workspace_id', '=', workspaceId).where('id', '=', id),
});

export const selectType = jobs.statement({
  name: 'job.type',
  parameters: byId,
  build: (db, { workspaceId, id }) =>
    db.selectFrom('job').select('type').where('workspace_id', '=', workspaceId).where('id', '=', id),
});

const filter = { workspaceId: 'uuid', types: 'text[]', status: 'text?' } as const;

interface FilterParameters {
  readonly workspaceId: Expression<string>;
  readonly types: Expression<readonly (string | null)[]>;
  readonly status: Expression<string | null>;
}

const filtered = (db: Kysely<Tables>, { workspaceId, types, status }: FilterParameters) =>
  db
    .selectFrom('job')
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', sql<JobType>`any(${types})`)
    .where(sql<boolean>`(${status}::text is null or status = ${status})`);

const newestFirst = (db: Kysely<Tables>, parameters: FilterParameters & { readonly limit: Expression<number> }) =>
  filtered(db, parameters)
    .select(listedColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(parameters.limit);

export const selectPage = jobs.statement({
  name: 'job.page',
  parameters: { ...filter, limit: 'bigint', offset: 'bigint' },
  build: (db, { offset, ...parameters }) => newestFirst(db, parameters).offset(offset),
});

export const selectPageBehind = jobs.statement({
  name: 'job.page-behind',
  parameters: { ...filter, limit: 'bigint', createdAt: 'timestamptz', id: 'uuid' },
  build: (db, { createdAt, id, ...parameters }) =>
    newestFirst(db, parameters).where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(createdAt, id)),
    ),
});

export const countJobs = jobs.statement({
  name: 'job.count',
  parameters: filter,
  build: (db, parameters) => filtered(db, parameters).select(({ fn }) => fn.countAll<number>().as('total')),
});

/** Errors after a position, in the order they were found. */
export const selectErrors = jobs.statement({
  name: 'job_error.after',
  parameters: { workspaceId: 'uuid', jobId: 'uuid', position: 'bigint', limit: 'bigint' },
  build: (db, { workspaceId, jobId, position, limit }) =>
    db
      .selectFrom('job_error')
      .select(errorColumns)
      .where('workspace_id', '=', workspaceId)
      .where('job_id', '=', jobId)
      .where('position', '>', sql<number>`${position}::bigint`)
      .orderBy('position')
      .limit(limit),
});

/** Expired jobs after a given one. */
export const selectExpired = jobs.statement({
  name: 'jobs.expired',
  parameters: { now: 'timestamptz', expiresAt: 'timestamptz', id: 'uuid', limit: 'bigint' },
  build: (db, { now, expiresAt, id, limit }) =>
    db
      .selectFrom('job')
      .select(['workspace_id as workspaceId', 'id', 'type', 'input', 'result', 'expires_at as expiresAt'])
      .where('expires_at', '<=', now)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('expires_at', 'id'), '>', tuple(expiresAt, id)))
      .orderBy('expires_at')
      .orderBy('id')
      .limit(limit)
      .$narrowType<{ expiresAt: Date }>(),
});

export const deleteJob = jobs.statement({
  name: 'jobs.delete',
  parameters: byId,
  build: (db, { workspaceId, id }) => db.deleteFrom('job').where('workspace_id', '=', workspaceId).where('id', '=', id),
});
