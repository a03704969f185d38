import type { RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import { JobInterrupted, type JobRun, type JobStep, type ProgressCount } from '../job-handler.ts';
import { limitIdle } from './jobs.sql.ts';
import { type ClaimedJob, writeProgress, writeStep } from './leases.ts';
import { ProgressWriter } from './progress-writer.ts';

export interface LeasedJobOptions {
  readonly database: Database;
  readonly leaseMs: number;
}

/** A job that this process holds, as its handler sees it. */
export class LeasedJob implements JobRun {
  readonly id: string;
  readonly context: RequestContext;
  readonly input: unknown;
  readonly checkpoint: unknown;
  readonly #job: ClaimedJob;
  readonly #options: LeasedJobOptions;
  readonly #interruption: AbortController;
  readonly #progress: ProgressWriter;
  #saved: unknown;
  #advanced = false;

  constructor(job: ClaimedJob, context: RequestContext, interruption: AbortController, options: LeasedJobOptions) {
    this.id = job.id;
    this.context = context;
    this.input = job.input;
    this.checkpoint = job.checkpoint;
    this.#saved = job.checkpoint;
    this.#job = job;
    this.#options = options;
    this.#interruption = interruption;
    this.#progress = new ProgressWriter((progress) => writeProgress(options.database, job, progress));
  }

  get signal(): AbortSignal {
    return this.#interruption.signal;
  }

  /** The last committed checkpoint. */
  get saved(): unknown {
    return this.#saved;
  }

  /** Whether this run committed anything. */
  get advanced(): boolean {
    return this.#advanced;
  }

  get latestProgress(): ProgressCount {
    return this.#progress.latest;
  }

  async commit<T>(step: JobStep | ((done: T) => JobStep), work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    const { database, leaseMs } = this.#options;
    const { done, saved } = await database.transaction(async (tx) => {
      await tx.run(limitIdle, { milliseconds: String(leaseMs) });
      const done = await work();
      const saved = typeof step === 'function' ? step(done) : step;
      if (await writeStep(tx, this.#job, saved, leaseMs)) return { done, saved };
      const lost = new JobInterrupted('lost');
      this.#interruption.abort(lost);
      throw lost;
    });
    this.#saved = saved.checkpoint;
    this.#advanced = true;
    this.#progress.note(saved.progress);
    return done;
  }

  progress(progress: ProgressCount): void {
    this.#progress.report(progress);
  }

  /** Stops writing progress. */
  close(): void {
    this.#progress.stop();
  }
}
