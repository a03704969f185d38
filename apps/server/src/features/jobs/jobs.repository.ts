import type { JobError, JobStatus, JobType } from '@product-content/contract';
import { limits } from '@product-content/contract';
import type { Database, Transaction } from '../../storage/index.ts';
import { JobEntity, type JobRow } from './job.entity.ts';
import { jobChannel } from './job-channel.ts';
import type { JobResult } from './job-kind.ts';
import { toStoredJson } from './job-text.ts';

/** A job as it is shown, with the first of its errors. */
export type ShownJob = Omit<JobRow, 'input' | 'actor' | 'requestId' | 'checkpoint' | 'losses' | 'lease' | 'dueAt'> & {
  readonly errors: readonly JobError[];
};

/** A job to be done. */
export type NewJob = Pick<JobRow, 'workspaceId' | 'id' | 'type' | 'input' | 'actor' | 'requestId' | 'createdAt'>;

const insertJob = `
  with inserted as (
    insert into job (workspace_id, id, type, input, actor, request_id, created_at, due_at)
    values ($1, $2, $3, $4::jsonb, $5::jsonb, $6, $7, statement_timestamp()) returning id
  )
  select pg_notify('${jobChannel}', '') from inserted`;

const hidden: readonly string[] = ['input', 'actor', 'requestId', 'checkpoint', 'losses', 'lease', 'dueAt'];

const shownErrors = `
  (select coalesce(jsonb_agg(to_jsonb(e) order by e.position), '[]') from (
    select position, "row", "column", sku, field, code, message from job_error
    where workspace_id = job.workspace_id and job_id = job.id order by position limit ${limits.shownJobErrors}
  ) e)`;

const cancelJob = `
  with canceled as (
    update job set status = 'canceled', result = $3::jsonb, lease = null, due_at = null, finished_at = $4, expires_at = $5
    where workspace_id = $1 and id = $2 and due_at is not null returning id
  )
  select pg_notify('${jobChannel}', '') from canceled`;

/** Jobs in PostgreSQL, as callers see and start them. Rows are plain values. */
export class JobsRepository {
  readonly #database: Database;
  readonly #columns: string;

  constructor(database: Database) {
    this.#database = database;
    const shown = database.orm.getMetadata(JobEntity).props.filter(({ name }) => !hidden.includes(name));
    const columns = shown.map(({ name, fieldNames: [column] }) => `${column} as "${name}"`);
    this.#columns = [...columns, `${shownErrors} as errors`].join(', ');
  }

  /** Workers hear of it when the transaction commits. */
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
    const text = `select ${this.#columns} from job where workspace_id = $1 and id = $2`;
    return (await this.#database.query<ShownJob>(text, [workspaceId, id], 'job.find')).rows[0] ?? null;
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

  /** Its worker can write nothing more, and hears of it when the transaction commits. */
  async cancel(
    workspaceId: string,
    id: string,
    { result, at, expiresAt }: { result: JobResult | null; at: Date; expiresAt: Date },
  ): Promise<void> {
    const values = [workspaceId, id, result === null ? null : toStoredJson(result), at, expiresAt];
    await this.#database.query(cancelJob, values, 'job.cancel');
  }
}
