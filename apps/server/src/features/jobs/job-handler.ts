import type { JobError, JobType, JobWarning } from '@product-content/contract';
import type { RequestContext } from '../../kernel/index.ts';

/** What a job shows when it is over, as JSON. */
export type JobResult = Readonly<Record<string, unknown>>;

/** What a job shows of what it was asked to do, as JSON. */
export type JobSettings = Readonly<Record<string, unknown>>;

/** How far the work is. */
export interface ProgressCount {
  /** What is done, what failed included. */
  readonly processed: number;
  /** Null while it is not known. */
  readonly total: number | null;
}

/** One batch of the work, as it is written down with what the batch changed. */
export interface JobStep {
  /** JSON from which an interrupted job goes on behind this batch. */
  readonly checkpoint: unknown;
  readonly progress: ProgressCount;
  readonly errors?: readonly JobError[];
  readonly warnings?: readonly JobWarning[];
}

/** One job, as the work sees it. */
export interface JobRun<Input = unknown> {
  /** UUID. */
  readonly id: string;
  /** The workspace as it is now, and who started the job. */
  readonly context: RequestContext;
  /** As it was accepted. */
  readonly input: Input;
  /** Aborts when the job is canceled or no longer this worker's, and when the process ends. */
  readonly signal: AbortSignal;
  /** What an earlier run saved last; null at the start. */
  readonly checkpoint: unknown;
  /**
   * Does one batch: what `work` changes, the checkpoint, the progress and the errors are committed together, and only
   * while this worker holds the job. So no batch is applied twice, whoever is killed or comes back late.
   *
   * @param step what to write down, or a function that tells it from what `work` resolved to.
   * @param work joins the transaction; it has no effects beside it.
   * @throws the signal's reason when the job is not to go on, and what `work` throws.
   */
  commit<T>(step: JobStep | ((done: T) => JobStep), work: () => Promise<T>): Promise<T>;
  /** Tells how far it is between two batches, or where there are none. Written once a second at most. */
  progress(progress: ProgressCount): void;
}

/** A job that is deleted. */
export interface DiscardedJob<Input = unknown> {
  readonly workspaceId: string;
  /** UUID. */
  readonly id: string;
  readonly input: Input;
  readonly result: JobResult | null;
}

/** A row of a job's input that failed. */
export interface FailedRow {
  readonly row: number;
  /** What is wrong with it. */
  readonly error: string;
}

/** A file that is made while it is sent. */
export interface MadeFile {
  readonly mediaType: string;
  /** `csv`, without the dot. */
  readonly ending: string;
  open(): Promise<AsyncIterable<Buffer>>;
}

/** Does one type of background work. Its methods are called in any process that runs jobs. */
export interface JobHandler<Input = unknown> {
  readonly type: JobType;
  /** How many of this type run at once in one workspace, oldest first. Default 1: one after another, in order. */
  readonly concurrency?: number;
  /**
   * Does the work, or goes on with it: it may be cut off at any moment and called again with the last checkpoint.
   *
   * @returns what the job shows when all is done. When `run.signal` aborts it throws.
   * @throws ApiError to end the job as failed, with its code and message. After any other error it is called again, at
   *   most {@link maxFailures} times since the last checkpoint.
   */
  run(run: JobRun<Input>): Promise<JobResult>;
  /** What a job shows of its input. Default: nothing. */
  describe?(input: Input): JobSettings;
  /** What a job did that was canceled or failed: shown as its result. Default: nothing. */
  summarize?(checkpoint: unknown): JobResult;
  /**
   * The rows of a job's input that failed, as a file to be corrected. Default: there is none.
   *
   * @param failed in the order of the rows.
   */
  failedRows?(job: Omit<DiscardedJob<Input>, 'result'>, failed: AsyncIterable<FailedRow>): MadeFile;
  /** Removes what a job left outside the database, when it is deleted. It may be called again for the same job. */
  discard?(job: DiscardedJob<Input>): Promise<void>;
}

/** Lost workers and unexpected errors, with no checkpoint between them, after which a job fails. */
export const maxFailures = 3;

/**
 * Why a run is to end before its work is done: the job is no longer this worker's (it was canceled, or another worker
 * took it over), or the process ends.
 */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
  readonly reason: 'lost' | 'stopping';

  constructor(reason: 'lost' | 'stopping') {
    super(reason === 'lost' ? 'The job was canceled or taken over by another worker.' : 'The process is stopping.');
    this.reason = reason;
  }
}

/** Jobs of one workspace that run at once, of all types. */
export const maxRunningPerWorkspace = 3;
