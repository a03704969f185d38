import { LockMode } from '@mikro-orm/core';
import type { JobError, JobStatus, JobType } from '@product-content/contract';
import type { Database } from '../../../storage/index.ts';
import { JobEntity, type JobRow } from '../job.entity.ts';
import {
  countActiveJobs,
  countJobs,
  insertJob,
  type ListedJob,
  selectErrors,
  selectJob,
  selectPage,
  selectPageBehind,
  selectType,
  selectWork,
} from '../job.statements.ts';
import type { FailedRow } from '../job-handler.ts';
import { toStoredJson } from '../stored-json.ts';
import { selectFailedRows } from './failed-rows.sql.ts';

/** A job as the API shows it, with its input and its first errors and warnings. */
export type ShownJob = ListedJob & Pick<JobRow, 'input' | 'warnings'> & { readonly errors: readonly JobError[] };

/** The jobs to list. */
export interface JobFilter {
  readonly workspaceId: string;
  readonly types: readonly JobType[];
  readonly status: JobStatus | null;
}

/** Where a page of jobs starts: after a job, or at an offset from the newest. */
export type JobPageStart = { readonly createdAt: Date; readonly id: string } | { readonly offset: number };

/** A job to be done. */
export type NewJob = Pick<
  JobRow,
  'workspaceId' | 'id' | 'type' | 'input' | 'fileName' | 'dryRun' | 'total' | 'actor' | 'requestId' | 'createdAt'
>;

/** The columns that cancellation changes; afterwards its worker can write nothing more. */
export type JobCancellation = Pick<JobRow, 'result' | 'finishedAt' | 'expiresAt'>;

/** Jobs in PostgreSQL, as callers see, start and cancel them. */
export class JobsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert({ input, actor, ...job }: NewJob): Promise<void> {
    const trace = this.#database.savedTrace();
    await this.#database.run(insertJob, { ...job, input: toStoredJson(input), actor: JSON.stringify(actor), trace });
  }

  /** Waiting and running jobs of a workspace. */
  async countActive(workspaceId: string): Promise<number> {
    const [count] = await this.#database.run(countActiveJobs, { workspaceId });
    return count?.jobs ?? 0;
  }

  async find(workspaceId: string, id: string): Promise<ShownJob | null> {
    const [job] = await this.#database.run(selectJob, { workspaceId, id });
    return job ?? null;
  }

  /** The type of a job, or null when there is no such job. */
  async typeOf(workspaceId: string, id: string): Promise<JobType | null> {
    const [job] = await this.#database.run(selectType, { workspaceId, id });
    return job?.type ?? null;
  }

  /** Newest first. */
  page({ workspaceId, types, status }: JobFilter, start: JobPageStart, limit: number): Promise<ListedJob[]> {
    const page = { workspaceId, types, status, limit };
    return 'offset' in start
      ? this.#database.run(selectPage, { ...page, offset: start.offset })
      : this.#database.run(selectPageBehind, { ...page, createdAt: start.createdAt, id: start.id });
  }

  async count({ workspaceId, types, status }: JobFilter): Promise<number> {
    const [counted] = await this.#database.run(countJobs, { workspaceId, types, status });
    return counted?.total ?? 0;
  }

  /** Errors after a position, in the order they were found. */
  errorsAfter(workspaceId: string, jobId: string, position: number, limit: number): Promise<JobError[]> {
    return this.#database.run(selectErrors, { workspaceId, jobId, position, limit }) as Promise<JobError[]>;
  }

  /** The work of a job; null when there is no such job. */
  async workOf(workspaceId: string, id: string): Promise<Pick<JobRow, 'type' | 'input'> | null> {
    const [job] = await this.#database.run(selectWork, { workspaceId, id });
    return job ?? null;
  }

  /** Failed rows after a given one, in file order. */
  failedRowsAfter(workspaceId: string, jobId: string, after: number, limit: number): Promise<FailedRow[]> {
    return this.#database.run(selectFailedRows, { workspaceId, jobId, after, limit });
  }

  /** The job as an entity of the running transaction, locked to the end of it. */
  findForUpdate(workspaceId: string, id: string): Promise<JobRow | null> {
    const jobs = this.#database.emOf(workspaceId).getRepository(JobEntity);
    return jobs.findOne({ id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }

  /** Cancels a job that {@link findForUpdate} returned. */
  async cancel(job: JobRow, { result, ...times }: JobCancellation): Promise<void> {
    const em = this.#database.emOf(job.workspaceId);
    const stored = result === null ? null : (JSON.parse(toStoredJson(result)) as JobRow['result']);
    em.assign(job, { status: 'canceled', result: stored, lease: null, dueAt: null, ...times });
    await em.flush();
  }
}
