import { offsetOf, type Pagination, toPagination } from '@contract-kit/http-spec';
import {
  type Job,
  type JobError,
  type JobErrorListQuery,
  type JobListQuery,
  type JobSummary,
  type JobType,
  limits,
} from '@product-content/contract';
import { writeTable } from '../../../formats/index.ts';
import { ApiError, type Clock, decodeId, type IdSource, notFound, type RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import { Dispatcher } from '../dispatcher.ts';
import { errorColumns } from '../job.statements.ts';
import type { FailedRow, JobHandler, MadeFile } from '../job-handler.ts';
import type { JobQueue } from '../job-queue.ts';
import { expiryOf } from '../job-retention.ts';
import { toJob, toJobSummary } from './job.mapper.ts';
import { assertMayCancel, visibleTypes } from './job-access.ts';
import { fileOfJob, type JobFile } from './job-file.ts';
import type { JobList } from './job-list.ts';
import type { JobsRepository, ShownJob } from './jobs.repository.ts';

export interface JobsServiceOptions {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly jobs: JobsRepository;
  readonly list: JobList;
  readonly handlers: readonly JobHandler[];
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The API's address, for links. */
  readonly baseUrl: () => string;
}

/** The parameters of a new background job. */
export interface NewJobInput {
  readonly type: JobType;
  /** JSON for the handler. */
  readonly input: unknown;
  /** UUID; set if something outside the database is already named by it. */
  readonly id?: string;
  /** The file it reads or writes. Default: none. */
  readonly fileName?: string | null;
  /** Whether it only checks its input. Default false. */
  readonly dryRun?: boolean;
  /** The number of items, if it is known before the work begins. */
  readonly total?: number | null;
}

/** Seconds that clients are asked to wait when a workspace has too many jobs. */
const retryAfterSeconds = 60;

/** Errors read at a time for the table. */
const errorBatch = 1000;

/** Background jobs of a workspace. */
export class JobsService {
  readonly #options: JobsServiceOptions;
  readonly #dispatcher: Dispatcher;

  constructor(options: JobsServiceOptions) {
    this.#options = options;
    this.#dispatcher = new Dispatcher(options);
  }

  /**
   * Creates a job in the running transaction; a worker gets it on commit.
   *
   * @throws ApiError `rate_limited` when too many jobs of the workspace are waiting.
   */
  async accept({ workspace, actor, requestId }: RequestContext, { type, input, ...given }: NewJobInput): Promise<Job> {
    const { database, queue, jobs, clock, ids } = this.#options;
    const { id = ids.next(), fileName = null, dryRun = false, total = null } = given;
    return database.transaction(async () => {
      if ((await jobs.countActive(workspace.id)) >= limits.activeJobs) throw tooManyJobs();
      const job = { workspaceId: workspace.id, id, type, input, fileName, dryRun, total, actor, requestId };
      await jobs.insert({ ...job, createdAt: clock.now() });
      await queue.add(type, id);
      return this.#show(await jobs.find(workspace.id, id));
    });
  }

  /**
   * @param scopes of the caller; jobs they do not cover are treated as nonexistent.
   * @throws ApiError `not_found`.
   */
  async get({ workspace }: RequestContext, reference: string, scopes: ReadonlySet<string>): Promise<Job> {
    const row = await this.#options.jobs.find(workspace.id, toUuid(reference));
    return this.#show(row !== null && visibleTypes(scopes).includes(row.type) ? row : null);
  }

  /**
   * Newest first; only jobs that the scopes cover.
   *
   * @throws ApiError `validation_failed` at `cursor` for a cursor of another list.
   */
  async list(
    { workspace }: RequestContext,
    query: JobListQuery,
    scopes: ReadonlySet<string>,
  ): Promise<{ data: JobSummary[]; pagination: Pagination }> {
    const { list, baseUrl } = this.#options;
    const types = visibleTypes(scopes).filter((type) => query.type === undefined || type === query.type);
    const filter = { workspaceId: workspace.id, types, status: query.status ?? null };
    const { rows, pagination } = await list.read(filter, query);
    return { data: rows.map((row) => toJobSummary(row, baseUrl())), pagination };
  }

  /** The errors of its rows, in the order they were found. @throws ApiError `not_found`. */
  async errors(
    ctx: RequestContext,
    reference: string,
    { page = 1, limit }: JobErrorListQuery,
    scopes: ReadonlySet<string>,
  ): Promise<{ data: JobError[]; pagination: Pagination }> {
    const { errorCount } = await this.get(ctx, reference, scopes);
    const { jobs } = this.#options;
    const data = await jobs.errorsAfter(ctx.workspace.id, toUuid(reference), offsetOf({ page, limit }), limit);
    return { data, pagination: toPagination({ page, limit }, Math.min(errorCount, limits.jobErrors)) };
  }

  /** All errors as CSV, read while it is sent. @throws ApiError `not_found`. */
  async errorsTable(
    ctx: RequestContext,
    reference: string,
    scopes: ReadonlySet<string>,
  ): Promise<AsyncIterable<Buffer>> {
    await this.get(ctx, reference, scopes);
    return writeTable({ format: 'csv' }, errorColumns, this.#readErrors(ctx.workspace.id, toUuid(reference)));
  }

  /**
   * The failed rows of a job's input, read while they are sent.
   *
   * @throws ApiError `not_found`, also for a job without such a file.
   */
  async failedRows({ workspace }: RequestContext, reference: string, scopes: ReadonlySet<string>): Promise<MadeFile> {
    const { jobs, handlers } = this.#options;
    const id = toUuid(reference);
    const job = await jobs.workOf(workspace.id, id);
    if (job === null || !visibleTypes(scopes).includes(job.type)) throw notFound('job');
    const handler = handlers.find(({ type }) => type === job.type);
    if (handler?.failedRows === undefined) throw notFound('file');
    const work = { workspaceId: workspace.id, id, input: job.input };
    return handler.failedRows(work, this.#readFailedRows(workspace.id, id));
  }

  /**
   * The file a completed job has made, which is kept as long as the job.
   *
   * @throws ApiError `not_found`, also for a job without a file.
   */
  async file({ workspace }: RequestContext, reference: string, scopes: ReadonlySet<string>): Promise<JobFile> {
    const { jobs, clock } = this.#options;
    const row = await jobs.find(workspace.id, toUuid(reference));
    if (row === null || !visibleTypes(scopes).includes(row.type)) throw notFound('job');
    const file = fileOfJob(row);
    if (file === null || (row.expiresAt !== null && row.expiresAt <= clock.now())) throw notFound('file');
    return file;
  }

  /**
   * @throws ApiError `not_found` for a job that the scopes do not cover; `forbidden` for one they could not have
   *   started.
   */
  async assertMayCancel(workspaceId: string, reference: string, scopes: ReadonlySet<string>): Promise<void> {
    const type = await this.#options.jobs.typeOf(workspaceId, toUuid(reference));
    if (type === null || !visibleTypes(scopes).includes(type)) throw notFound('job');
    assertMayCancel(type, scopes);
  }

  /**
   * Cancels a job immediately: what it has committed stays, and nothing more is committed. Canceling it again changes
   * nothing. Call {@link assertMayCancel} first.
   *
   * @throws ApiError `not_found`; `conflict` when it has ended in another way.
   */
  async cancel({ workspace }: RequestContext, reference: string): Promise<Job> {
    const { database, queue, jobs, handlers, clock } = this.#options;
    const id = toUuid(reference);
    return database.transaction(async () => {
      const job = await jobs.findForUpdate(workspace.id, id);
      if (job === null) throw notFound('job');
      if (job.status === 'completed' || job.status === 'failed') {
        throw new ApiError('conflict', `The job is already ${job.status}.`);
      }
      if (job.status !== 'canceled') {
        const handler = handlers.find(({ type }) => type === job.type);
        const result = handler?.summarize?.(job.checkpoint) ?? null;
        const finishedAt = clock.now();
        await jobs.cancel(job, { result, finishedAt, expiresAt: expiryOf(finishedAt) });
        await this.#dispatcher.addNext(workspace.id);
        await queue.notify();
      }
      return this.#show(await jobs.find(workspace.id, id));
    });
  }

  async *#readFailedRows(workspaceId: string, id: string): AsyncGenerator<FailedRow> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const rows: FailedRow[] = await this.#options.jobs.failedRowsAfter(workspaceId, id, after, errorBatch);
      yield* rows;
      after = rows.at(-1)?.row;
    }
  }

  async *#readErrors(workspaceId: string, id: string) {
    for (let position = 0, errors: JobError[] = []; position === 0 || errors.length === errorBatch; ) {
      errors = await this.#options.jobs.errorsAfter(workspaceId, id, position, errorBatch);
      for (const error of errors) yield errorColumns.map((column) => error[column]);
      position += errorBatch;
    }
  }

  #show(row: ShownJob | null): Job {
    if (row === null) throw notFound('job');
    const { handlers, baseUrl } = this.#options;
    const handler = handlers.find(({ type }) => type === row.type);
    return toJob(row, handler?.describe?.(row.input) ?? null, baseUrl());
  }
}

function toUuid(reference: string): string {
  const id = decodeId('job', reference);
  if (id === null) throw notFound('job');
  return id;
}

function tooManyJobs(): ApiError {
  return new ApiError(
    'rate_limited',
    `This workspace already has ${limits.activeJobs} queued or running jobs; wait for one to finish.`,
    {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    },
  );
}
