import type { JobType } from '@product-content/contract';
import type { Database } from '../../storage/index.ts';
import type { JobHandler } from './job-handler.ts';
import type { JobQueue } from './job-queue.ts';
import { selectForgotten, selectNext } from './worker/jobs.sql.ts';

export interface DispatcherOptions {
  readonly database: Database;
  readonly queue: JobQueue;
  /** Read when it is asked for: handlers are registered after it is made. */
  readonly handlers: readonly JobHandler[];
}

/**
 * Sees to it that a job that may run has a ticket. A ticket is used up when its workspace has no capacity; so whatever
 * frees capacity in a workspace adds one for the next job of it.
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

  /** What workers can run, and how many of each at once in a workspace: parameters of statements. */
  get limits(): { readonly types: readonly JobType[]; readonly concurrency: readonly number[] } {
    return {
      types: this.#handlers.map(({ type }) => type),
      concurrency: this.#handlers.map(({ concurrency = 1 }) => concurrency),
    };
  }

  /** Within the transaction in which a job of the workspace ended or was given back. */
  async addNext(workspaceId: string): Promise<void> {
    await this.#add(await this.database.run(selectNext, { ...this.limits, workspaceId }));
  }

  /** For jobs whose worker or ticket was lost. @param limit how many at most. */
  async addForgotten(limit: number): Promise<void> {
    await this.#add(await this.database.run(selectForgotten, { ...this.limits, limit }));
  }

  async #add(jobs: readonly { readonly id: string; readonly type: string }[]): Promise<void> {
    for (const { id, type } of jobs) await this.#queue.add(type as JobType, id);
  }
}
