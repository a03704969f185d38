import type { JobError, JobType, JobWarning } from '@product-content/contract';
import type { RequestContext } from '../../kernel/index.ts';

/** The result of a finished job, as JSON. */
export type JobResult = Readonly<Record<string, unknown>>;

/** The settings that a job shows of its input, as JSON. */
export type JobSettings = Readonly<Record<string, unknown>>;

/** The progress of the work. */
export interface ProgressCount {
  /** Items processed, including failed ones. */
  readonly processed: number;
  /** Null while unknown. */
  readonly total: number | null;
}

/** One batch of the work, saved together with its changes. */
export interface JobStep {
  /** JSON from which an interrupted job continues after this batch. */
  readonly checkpoint: unknown;
  readonly progress: ProgressCount;
  readonly errors?: readonly JobError[];
  readonly warnings?: readonly JobWarning[];
}

/** One job, as its handler sees it. */
export interface JobRun<Input = unknown> {
  /** UUID. */
  readonly id: string;
  /** The current workspace, and who started the job. */
  readonly context: RequestContext;
  /** The input as it was accepted. */
  readonly input: Input;
  /** Aborts when the job is canceled, taken over by another worker, or the process ends. */
  readonly signal: AbortSignal;
  /** The checkpoint an earlier run saved last; null at the start. */
  readonly checkpoint: unknown;
  /**
   * Processes one batch: the changes of `work`, the checkpoint, the progress and the errors are committed together, and
   * only while this worker holds the job. So no batch is applied twice, even if a worker is killed or resumes late.
   *
   * @param step what to save, or a function that derives it from the result of `work`.
   * @param work joins the transaction; it must have no effects outside it.
   * @throws the signal's reason when the job must not continue, and what `work` throws.
   */
  commit<T>(step: JobStep | ((done: T) => JobStep), work: () => Promise<T>): Promise<T>;
  /** Reports progress between batches, or without any. Written once a second at most. */
  progress(progress: ProgressCount): void;
}

/** A job to be deleted. */
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
  /** The error message. */
  readonly error: string;
}

/** A file that is generated while it is sent. */
export interface MadeFile {
  readonly mediaType: string;
  /** The extension without the dot: `csv`. */
  readonly ending: string;
  open(): Promise<AsyncIterable<Buffer>>;
}

/** Handles one type of background job. Its methods are called in any process that runs jobs. */
export interface JobHandler<Input = unknown> {
  readonly type: JobType;
  /**
   * How many jobs of this type run at the same time in one workspace, oldest first. Default 1: one after another, in
   * order.
   */
  readonly concurrency?: number;
  /**
   * Does the work, or continues it: it may be interrupted at any moment and called again with the last checkpoint.
   *
   * @returns the result of the completed job. It throws when `run.signal` aborts.
   * @throws ApiError to end the job as failed, with its code and message. After any other error it is called again, at
   *   most {@link maxFailures} times since the last checkpoint.
   */
  run(run: JobRun<Input>): Promise<JobResult>;
  /** The settings that a job shows of its input. Default: none. */
  describe?(input: Input): JobSettings;
  /** The result of a job that was canceled or failed. Default: none. */
  summarize?(checkpoint: unknown): JobResult;
  /**
   * The failed rows of a job's input, as a file to be corrected. Default: no such file.
   *
   * @param failed in row order.
   */
  failedRows?(job: Omit<DiscardedJob<Input>, 'result'>, failed: AsyncIterable<FailedRow>): MadeFile;
  /** Removes what a job stored outside the database, when the job is deleted. It may be called more than once. */
  discard?(job: DiscardedJob<Input>): Promise<void>;
}

/** Lost workers and unexpected errors since the last checkpoint after which a job fails. */
export const maxFailures = 3;

/**
 * Why a run must end before its work is done: the job was canceled or taken over by another worker, or the process
 * ends.
 */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
  readonly reason: 'lost' | 'stopping';

  constructor(reason: 'lost' | 'stopping') {
    super(reason === 'lost' ? 'The job was canceled or taken over by another worker.' : 'The process is stopping.');
    this.reason = reason;
  }
}

/** Jobs of all types that run at the same time in one workspace. */
export const maxRunningPerWorkspace = 3;
