import { offsetOf, type Pagination, toPagination } from '@contract-kit/http-spec';
import { type CursorCodec, cutPage } from '@contract-kit/middleware';
import type { JobListQuery } from '@product-content/contract';
import type { ListedJob } from '../job.statements.ts';
import type { JobFilter, JobsRepository } from './jobs.repository.ts';

/** Pages of the jobs of a workspace, newest first, by page number or cursor. */
export class JobList {
  readonly #jobs: JobsRepository;
  readonly #cursors: CursorCodec;

  constructor(jobs: JobsRepository, cursors: CursorCodec) {
    this.#jobs = jobs;
    this.#cursors = cursors;
  }

  /** @throws ApiError `validation_failed` at `cursor` for a cursor of another list. */
  async read(
    filter: JobFilter,
    { page = 1, limit, cursor }: Pick<JobListQuery, 'page' | 'limit' | 'cursor'>,
  ): Promise<{ rows: readonly ListedJob[]; pagination: Pagination }> {
    const list = JSON.stringify(['jobs', filter]);
    const start = cursor === undefined ? null : this.#cursors.decode(cursor, list);
    const read =
      start === null
        ? await this.#jobs.page(filter, { offset: offsetOf({ page, limit }) }, limit + 1)
        : await this.#jobs.page(filter, { createdAt: new Date(String(start.values[0])), id: start.id }, limit + 1);
    const { rows, hasMore } = cutPage(read, limit);
    const reached = start === null ? page : Number(start.values[1]);
    const last = rows.at(-1);
    const next = last && {
      values: [last.createdAt.toISOString(), reached + 1],
      id: last.id,
      direction: 'desc' as const,
    };
    const nextCursor = next === undefined ? null : this.#cursors.encode(next, list);
    const total = await this.#jobs.count(filter);
    return { rows, pagination: toPagination({ page: reached, limit }, total, { hasMore, nextCursor }) };
  }
}
