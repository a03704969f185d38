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

/** A job as it is shown, with what it was asked to do and the first of its errors and warnings. */
export type ShownJob = ListedJob & Pick<JobRow, 'input' | 'warnings'> & { readonly errors: readonly JobError[] };

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

/** What of a job changes when it is canceled: its worker can write nothing more. */
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

  /** Jobs of a workspace that wait or run. */
  async countActive(workspaceId: string): Promise<number> {
    const [count] = await this.#database.run(countActiveJobs, { workspaceId });
    return count?.jobs ?? 0;
  }

  async find(workspaceId: string, id: string): Promise<ShownJob | null> {
    const [job] = await this.#database.run(selectJob, { workspaceId, id });
    return job ?? null;
  }

  /** What a job is, or null when there is none. */
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

  /** Errors behind a position, in the order they were found. */
  errorsAfter(workspaceId: string, jobId: string, position: number, limit: number): Promise<JobError[]> {
    return this.#database.run(selectErrors, { workspaceId, jobId, position, limit }) as Promise<JobError[]>;
  }

  /** What a job is to do; null when there is none. */
  async workOf(workspaceId: string, id: string): Promise<Pick<JobRow, 'type' | 'input'> | null> {
    const [job] = await this.#database.run(selectWork, { workspaceId, id });
    return job ?? null;
  }

  /** Rows that failed, behind one, in the order of the file. */
  failedRowsAfter(workspaceId: string, jobId: string, after: number, limit: number): Promise<FailedRow[]> {
    return this.#database.run(selectFailedRows, { workspaceId, jobId, after, limit });
  }

  /** The job as an entity of the running transaction; nobody else changes the row before that ends. */
  findForUpdate(workspaceId: string, id: string): Promise<JobRow | null> {
    const jobs = this.#database.emOf(workspaceId).getRepository(JobEntity);
    return jobs.findOne({ id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }

  /** Cancels a job that {@link findForUpdate} found. */
  async cancel(job: JobRow, { result, ...times }: JobCancellation): Promise<void> {
    const em = this.#database.emOf(job.workspaceId);
    const stored = result === null ? null : (JSON.parse(toStoredJson(result)) as JobRow['result']);
    em.assign(job, { status: 'canceled', result: stored, lease: null, dueAt: null, ...times });
    await em.flush();
  }
}
