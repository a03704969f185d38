import type { JobType } from '@product-content/contract';
import type { Database } from '../../storage/index.ts';
import type { JobHandler } from './job-handler.ts';
import type { JobQueue } from './job-queue.ts';
import { selectForgotten, selectNext } from './worker/jobs.sql.ts';

export interface DispatcherOptions {
  readonly database: Database;
  readonly queue: JobQueue;
  /** Read late: handlers are registered after it is created. */
  readonly handlers: readonly JobHandler[];
}

/**
 * Ensures that a job that may run has a ticket. A ticket is used up when its workspace has no capacity, so whatever
 * frees capacity in a workspace adds a ticket for its next job.
 */
export class Dispatcher {
  readonly database: Database;
  readonly #queue: JobQueue;
  readonly #handlers: readonly JobHandler[];

  constructor({ database, queue, handlers }: DispatcherOptions) {
    this.database = database;
    this.#queue = queue;
    this.#handlers = handlers;
  }

  /** The job types that workers can run, and the concurrency of each per workspace: parameters of statements. */
  get limits(): { readonly types: readonly JobType[]; readonly concurrency: readonly number[] } {
    return {
      types: this.#handlers.map(({ type }) => type),
      concurrency: this.#handlers.map(({ concurrency = 1 }) => concurrency),
    };
  }

  /** Adds a ticket within the transaction in which a job of the workspace ended or was released. */
  async addNext(workspaceId: string): Promise<void> {
    await this.#add(await this.database.run(selectNext, { ...this.limits, workspaceId }));
  }

  /** Adds tickets for jobs whose worker or ticket was lost. @param limit how many at most. */
  async addForgotten(limit: number): Promise<void> {
    await this.#add(await this.database.run(selectForgotten, { ...this.limits, limit }));
  }

  async #add(jobs: readonly { readonly id: string; readonly type: string }[]): Promise<void> {
    for (const { id, type } of jobs) await this.#queue.add(type as JobType, id);
  }
}
