import type { JobType } from '@product-content/contract';
import type { Database } from '../../storage/index.ts';
import type { JobHandler } from './job-handler.ts';
import type { JobQueue } from './job-queue.ts';
import { selectNext, selectWaiting } from './worker/jobs.sql.ts';

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

  /**
   * Looks for jobs that may run now, and adds tickets for those whose worker or ticket was lost.
   *
   * @param limit how many at most.
   * @returns whether there are any.
   */
  async addForgotten(limit: number): Promise<boolean> {
    const waiting = await this.database.run(selectWaiting, { ...this.limits, limit });
    await this.#add(waiting.filter(({ forgotten }) => forgotten));
    return waiting.length > 0;
  }

  async #add(jobs: readonly { readonly id: string; readonly type: string }[]): Promise<void> {
    for (const { id, type } of jobs) await this.#queue.add(type as JobType, id);
  }
}
