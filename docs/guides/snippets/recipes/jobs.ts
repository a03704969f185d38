import { randomUUID } from 'node:crypto';
import { dataOf, operation } from '@contract-kit/http-spec/zod';
import {
  type Api,
  createApi,
  createIdempotency,
  createMemoryIdempotencyStore,
  notFound,
} from '@contract-kit/middleware';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { options } from './options.ts';

const JobSchema = z.object({
  id: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  result: z.string().nullable(),
});
type Job = z.infer<typeof JobSchema>;

const pollHeaders = {
  Location: { description: 'Where the job is.' },
  'Retry-After': { description: 'Seconds until it is worth asking.' },
};

export const contract = initContract().router({
  start: operation({
    id: 'reports.start',
    method: 'POST',
    path: '/reports',
    summary: 'Start a report',
    idempotency: 'accepted',
    body: z.strictObject({ year: z.int() }),
    responses: { 202: dataOf(JobSchema).meta({ headers: pollHeaders }) },
  }),
  get: operation({
    id: 'reports.get',
    method: 'GET',
    path: '/reports/:id',
    summary: 'Ask how far a report is',
    resource: 'report',
    pathParams: z.object({ id: z.string() }),
    responses: { 200: dataOf(JobSchema) },
  }),
});

/** Jobs in memory. In production this is a table, which a worker reads with `for update skip locked`. */
export class Jobs {
  readonly #jobs = new Map<string, Job & { readonly year: number }>();
  readonly #perform: (year: number) => Promise<string>;
  #isWorking = false;

  constructor(perform: (year: number) => Promise<string>) {
    this.#perform = perform;
  }

  add(year: number): Job {
    const job = { id: randomUUID(), status: 'queued' as const, result: null, year };
    this.#jobs.set(job.id, job);
    return job;
  }

  find(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Works until no job is queued. A job that fails does not keep the next one waiting. */
  async work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (const job of this.#jobs.values()) {
      if (job.status !== 'queued') continue;
      job.status = 'running';
      try {
        job.result = await this.#perform(job.year);
        job.status = 'done';
      } catch {
        job.status = 'failed';
      }
    }
    this.#isWorking = false;
  }
}

export function createReportsApi(jobs: Jobs): Api {
  return createApi({
    ...options,
    contract,
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore() }),
    handlers: {
      start: async ({ body: { year } }) => {
        const job = jobs.add(year);
        const headers = { Location: `/reports/${job.id}`, 'Retry-After': '1' };
        return { status: 202, headers, body: { data: job } };
      },
      get: async ({ params: { id } }) => {
        const job = jobs.find(id);
        if (job === undefined) throw notFound('report');
        const isOver = job.status === 'done' || job.status === 'failed';
        return { status: 200, body: { data: job }, ...(!isOver && { headers: { 'Retry-After': '1' } }) };
      },
    },
    // The job is committed now. If the process ends here, a worker that starts later finds it in the table.
    observer: { onAfterCommit: () => void jobs.work() },
  });
}
