import type { JobType } from '@product-content/contract';

/** An entry of the queue, which lets a worker run one job. */
export interface Ticket {
  /** UUID of the job it was added for; null for none. */
  readonly jobId: string | null;
  /** Assigns the ticket to another job, which is then retried with it. */
  reassign(jobId: string): Promise<void>;
  /** Tells the queue that the job is still running. */
  touch(): Promise<void>;
}

export interface QueueConsumer {
  /** How many tickets are handled at the same time. */
  readonly capacity: number;
  /** The ticket is removed afterwards. @throws RetryLater to get it again. */
  handle(ticket: Ticket): Promise<void>;
  /** Called when jobs were added, canceled or ended, and when notifications may have been missed. */
  onNotification(): void;
}

/** A worker's tickets. */
export interface Consumption {
  /** Looks for tickets whose notification may have been missed: the queue itself rarely does. */
  look(): void;
  /** Accepts no more tickets, without waiting for those being handled. */
  stop(): Promise<void>;
}

/**
 * Dispatches jobs to the workers of all processes. The rows are authoritative: what the queue loses only delays a job.
 */
export interface JobQueue {
  /** Adds a ticket; within a transaction, on commit. */
  add(type: JobType, jobId: string): Promise<void>;
  /** Wakes all workers; within a transaction, on commit. */
  notify(): Promise<void>;
  /** Delivers tickets to a worker. */
  consume(consumer: QueueConsumer): Promise<Consumption>;
}

/** Thrown by a worker to get a ticket again. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly delayMs: number;

  /** @param message shown in the queue's dashboard. */
  constructor(message: string, delayMs: number) {
    super(message);
    this.delayMs = delayMs;
  }
}
