import type { JobType } from '@product-content/contract';

/** An entry of the queue: a worker may run one job for it. */
export interface Ticket {
  /** UUID of the job that it was added for; null: of none. */
  readonly jobId: string | null;
  /** Makes it the ticket of another job: that one is retried with it. */
  reassign(jobId: string): Promise<void>;
  /** Tells the queue that its job is still being worked on. */
  touch(): Promise<void>;
}

export interface QueueConsumer {
  /** How many tickets are handled at once. */
  readonly capacity: number;
  /** How often tickets are looked for when no notification arrives, in milliseconds. */
  readonly pollMs: number;
  /** Afterwards the ticket is removed. @throws RetryLater to get it again. */
  handle(ticket: Ticket): Promise<void>;
  /** Called when jobs were added, canceled or ended, and when notifications may have been missed. */
  onNotification(): void;
}

/** Dispatches jobs to the workers of all processes. The rows are the truth: what the queue loses only delays a job. */
export interface JobQueue {
  /** Adds a ticket, if there is a running transaction then only when it commits. */
  add(type: JobType, jobId: string): Promise<void>;
  /** Wakes all workers, if there is a running transaction then only when it commits. */
  notify(): Promise<void>;
  /** Hands tickets to a worker. `stop` takes no more, without waiting for those that are being handled. */
  consume(consumer: QueueConsumer): Promise<{ stop(): Promise<void> }>;
}

/** Thrown by a worker that wants a ticket again. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly delayMs: number;

  /** @param message shown in the queue's dashboard. */
  constructor(message: string, delayMs: number) {
    super(message);
    this.delayMs = delayMs;
  }
}
