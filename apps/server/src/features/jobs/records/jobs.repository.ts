import type { JobError, JobStatus, JobType } from '@product-content/contract';
import { limits } from '@product-content/contract';
import type { Database, Transaction } from '../../../storage/index.ts';
import { JobEntity, type JobRow } from '../job.entity.ts';
import type { JobResult } from '../job-handler.ts';
import { toStoredJson } from '../job-text.ts';

/** Columns that are the workers' alone, or shown with one job only. */
const hidden = ['input', 'actor', 'requestId', 'checkpoint', 'losses', 'lease', 'dueAt', 'warnings'] as const;

/** A job as it is listed. */
export type ListedJob = Omit<JobRow, (typeof hidden)[number]>;

/** A job as it is shown, with the first of its errors and warnings. */
export type ShownJob = ListedJob & Pick<JobRow, 'warnings'> & { readonly errors: readonly JobError[] };

/** Which jobs are listed. */
export interface JobFilter {
  readonly workspaceId: string;
  readonly types: readonly JobType[];
  readonly status: JobStatus | null;
}

/** Where a page of jobs starts: behind one, or so many from the newest. */
export type JobPageStart = { readonly createdAt: Date; readonly id: string } | { readonly offset: number };

/** A job to be done. */
export type NewJob = Pick<JobRow, 'workspaceId' | 'id' | 'type' | 'input' | 'actor' | 'requestId' | 'createdAt'>;

const insertJob = `
  insert into job (workspace_id, id, type, input, actor, request_id, created_at, due_at)
  values ($1, $2, $3, $4::jsonb, $5::jsonb, $6, $7, statement_timestamp())`;

const shownErrors = `
  (select coalesce(jsonb_agg(to_jsonb(e) order by e.position), '[]') from (
    select position, "row", "column", sku, field, code, message from job_error
    where workspace_id = job.workspace_id and job_id = job.id order by position limit ${limits.shownJobErrors}
  ) e)`;

const listed = 'workspace_id = $1 and type = any ($2::text[]) and ($3::text is null or status = $3)';

const cancelJob = `
  update job set status = 'canceled', result = $3::jsonb, lease = null, due_at = null, finished_at = $4, expires_at = $5
  where workspace_id = $1 and id = $2 and due_at is not null`;

/** Jobs in PostgreSQL, as callers see and start them. Rows are plain values. */
export class JobsRepository {
  readonly #database: Database;
  readonly #listed: string;
  readonly #shown: string;

  constructor(database: Database) {
    this.#database = database;
    const { props } = database.orm.getMetadata(JobEntity);
    const columns = props.filter(({ name }) => !(hidden as readonly string[]).includes(name));
    this.#listed = columns.map(({ name, fieldNames: [column] }) => `${column} as "${name}"`).join(', ');
    this.#shown = `${this.#listed}, warnings, ${shownErrors} as errors`;
  }

  async insert(job: NewJob): Promise<void> {
    const { workspaceId, id, type, input, actor, requestId, createdAt } = job;
    const values = [workspaceId, id, type, toStoredJson(input), JSON.stringify(actor), requestId, createdAt];
    await this.#database.query(insertJob, values, 'job.insert');
  }

  /** Jobs of a workspace that wait or run. */
  async countActive(workspaceId: string): Promise<number> {
    const text = 'select count(*) as jobs from job where workspace_id = $1 and due_at is not null';
    const { rows } = await this.#database.query<{ jobs: number }>(text, [workspaceId], 'job.count-active');
    return rows[0]?.jobs ?? 0;
  }

  async find(workspaceId: string, id: string): Promise<ShownJob | null> {
    const text = `select ${this.#shown} from job where workspace_id = $1 and id = $2`;
    return (await this.#database.query<ShownJob>(text, [workspaceId, id], 'job.find')).rows[0] ?? null;
  }

  /** What a job is, or null when there is none. */
  async typeOf(workspaceId: string, id: string): Promise<JobType | null> {
    const text = 'select type from job where workspace_id = $1 and id = $2';
    const { rows } = await this.#database.query<{ type: JobType }>(text, [workspaceId, id], 'job.type');
    return rows[0]?.type ?? null;
  }

  /** Newest first. */
  async page({ workspaceId, types, status }: JobFilter, start: JobPageStart, limit: number): Promise<ListedJob[]> {
    const head = `select ${this.#listed} from job where ${listed}`;
    const order = 'order by created_at desc, id desc limit $4';
    const values = [workspaceId, types, status, limit];
    const { rows } =
      'offset' in start
        ? await this.#database.query<ListedJob>(`${head} ${order} offset $5`, [...values, start.offset], 'job.page')
        : await this.#database.query<ListedJob>(
            `${head} and (created_at, id) < ($5::timestamptz, $6::uuid) ${order}`,
            [...values, start.createdAt, start.id],
            'job.page-behind',
          );
    return rows;
  }

  async count({ workspaceId, types, status }: JobFilter): Promise<number> {
    const text = `select count(*) as total from job where ${listed}`;
    const { rows } = await this.#database.query<{ total: number }>(text, [workspaceId, types, status], 'job.count');
    return rows[0]?.total ?? 0;
  }

  /** Errors behind a position, in the order they were found. */
  async errorsAfter(workspaceId: string, id: string, position: number, limit: number): Promise<JobError[]> {
    const text = `
      select "row", "column", sku, field, code, message from job_error
      where workspace_id = $1 and job_id = $2 and position > $3::bigint order by position limit $4`;
    return (await this.#database.query<JobError>(text, [workspaceId, id, position, limit], 'job_error.after')).rows;
  }

  /** The type of a job and its last checkpoint; nobody else changes the row before the transaction ends. */
  async lock(
    tx: Transaction,
    workspaceId: string,
    id: string,
  ): Promise<Pick<JobRow, 'type' | 'status' | 'checkpoint'> | null> {
    const text = 'select type, status, checkpoint from job where workspace_id = $1 and id = $2 for no key update';
    const { rows } = await tx.query<{ type: JobType; status: JobStatus; checkpoint: unknown }>(
      text,
      [workspaceId, id],
      'job.lock',
    );
    return rows[0] ?? null;
  }

  /** Its worker can write nothing more. */
  async cancel(
    workspaceId: string,
    id: string,
    { result, at, expiresAt }: { result: JobResult | null; at: Date; expiresAt: Date },
  ): Promise<void> {
    const values = [workspaceId, id, result === null ? null : toStoredJson(result), at, expiresAt];
    await this.#database.query(cancelJob, values, 'job.cancel');
  }
}
