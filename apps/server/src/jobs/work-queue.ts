import { type JobType, jobTypes } from '@product-content/contract';
import { Agenda, type AgendaBackend, type AgendaOptions, type Job } from 'agenda';
import {
  type Consumption,
  type JobQueue,
  type QueueConsumer,
  RetryLater,
  type Ticket,
} from '../features/jobs/index.ts';
import type { Clock, Logger } from '../kernel/index.ts';
import type { Database } from '../storage/index.ts';
import { type OpenedBackend, openBackend } from './backends/open-backend.ts';
import { createSharedBackend } from './backends/postgres-backend.ts';
import { JobNotifications, notifyWorkers } from './job-notifications.ts';
import { orderPolls } from './polls.ts';

export interface WorkQueueOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  /** The server that stores the tickets; null: the database, where the running transaction adds a ticket. */
  readonly jobsUrl: string | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Far longer than any handled ticket waits: one that expires before it is handled would use up capacity forever. */
const lockLifetimeMs = 10 * 60_000;
/** Milliseconds between polls for tickets that lead to no job, for example because it was canceled. */
const pollMs = 30_000;
/** Milliseconds before its time at which a ticket is locked. */
const lockAheadMs = 1000;

/** `import.run`, `export.run`, `channel.publish`: a type without a verb gets `run`. */
const queueName = (type: JobType) => (type.includes('.') ? type : `${type}.run`);

/** The names of Agenda's jobs that serve as tickets. */
export const queueNames: readonly string[] = jobTypes.map(queueName);

interface TicketData {
  readonly jobId: string;
}

/** Dispatches jobs through Agenda, whose jobs are the tickets. */
export class WorkQueue implements JobQueue {
  readonly #options: WorkQueueOptions;
  readonly #opened: OpenedBackend[] = [];
  #producer: Promise<Agenda> | null = null;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  async add(type: JobType, jobId: string): Promise<void> {
    const { database, jobsUrl, logger } = this.#options;
    const add = async () => {
      const agenda = await this.#openProducer();
      await agenda.now<TicketData>(queueName(type), { jobId });
    };
    const transaction = database.current();
    if (jobsUrl === null || transaction === null) return add();
    transaction.afterCommit(() => {
      // Not awaited: while the other server is unavailable, workers find the job in the database.
      add().catch((err) => logger.warn({ err }, 'A job could not be dispatched; workers will look for it.'));
    });
  }

  notify(): Promise<void> {
    return notifyWorkers(this.#options.database);
  }

  async consume(consumer: QueueConsumer): Promise<Consumption> {
    const { clock, logger } = this.#options;
    const { capacity, handle, onNotification } = consumer;
    // Not the producer's, nor another consumer's: it polls differently, and no more once this consumer has stopped.
    const backend = await this.#openBackend();
    limitLocking(backend, clock);
    const stopping = new AbortController();
    const pollsEnded = orderPolls(backend, stopping.signal);
    const notificationChannel = new JobNotifications({ ...this.#options, names: queueNames, onNotification });
    const limits = { maxConcurrency: capacity, lockLimit: capacity, defaultConcurrency: capacity };
    const agenda = createAgenda({ backend, notificationChannel, processEvery: pollMs, ...limits }, logger);
    agenda.on('fail', (err) => {
      if (err instanceof RetryLater) return;
      logger.error({ err }, 'A ticket could not be handled; workers will look for its job.');
    });
    agenda.on('complete', (job) => {
      if (!('attrs' in job)) return;
      // Agenda releases the capacity after this event, and then only looks at the tickets in its memory.
      setImmediate(() => notificationChannel.check());
      const { nextRunAt } = job.attrs;
      if (!nextRunAt) job.remove().catch((err) => logger.warn({ err }, 'A ticket could not be removed.'));
      // Agenda waits for the time of a ticket with a timer. If it fires a moment early, the ticket waits for the next
      // look.
      else {
        const waitMs = Math.max(0, nextRunAt.getTime() - clock.now().getTime());
        setTimeout(() => notificationChannel.check(), waitMs + 1).unref();
      }
    });
    const backoff = ({ error }: { error: Error }) => (error instanceof RetryLater ? error.delayMs : null);
    for (const name of queueNames) {
      agenda.define<TicketData>(name, async (job) => handle(toTicket(job, clock)), { backoff });
    }
    await agenda.start();
    return {
      look: () => void notificationChannel.check(),
      async stop() {
        stopping.abort();
        await Promise.all([agenda.stop(false), pollsEnded()]);
      },
    };
  }

  /** Closes its connections to another server. Workers must have stopped before. */
  async close(): Promise<void> {
    await this.#producer?.catch(() => undefined);
    await Promise.allSettled(this.#opened.map(({ close }) => close()));
  }

  #openProducer(): Promise<Agenda> {
    const open = async () => {
      const backend = await this.#openBackend();
      const notificationChannel = new JobNotifications({ ...this.#options, names: [] });
      return createAgenda({ backend, notificationChannel }, this.#options.logger);
    };
    this.#producer ??= open().catch((error) => {
      this.#producer = null;
      throw error;
    });
    return this.#producer;
  }

  async #openBackend(): Promise<AgendaBackend> {
    const { database, jobsUrl, logger } = this.#options;
    const onError = (err: unknown) => logger.warn({ err }, 'The connection of the job queue was lost.');
    const opened = jobsUrl === null ? createSharedBackend(database) : await openBackend({ url: jobsUrl, onError });
    this.#opened.push(opened);
    return opened.backend;
  }
}

function createAgenda(options: AgendaOptions, logger: Logger): Agenda {
  const agenda = new Agenda({ ...options, defaultLockLifetime: lockLifetimeMs });
  agenda.on('error', (err) => logger.error({ err }, 'The job queue failed.'));
  return agenda;
}

/**
 * Agenda locks tickets whose time comes before its next poll. Those that wait for another try would take up the capacity
 * of the others.
 */
function limitLocking({ repository }: AgendaBackend, clock: Clock): void {
  const getNextJobToRun = repository.getNextJobToRun.bind(repository);
  repository.getNextJobToRun = (name, _, ...rest) =>
    getNextJobToRun(name, new Date(clock.now().getTime() + lockAheadMs), ...rest);
}

function toTicket(job: Job<TicketData>, clock: Clock): Ticket {
  return {
    // Only the dashboard adds one without it: then any job is run.
    jobId: job.attrs.data?.jobId ?? null,
    async reassign(jobId) {
      job.attrs.data = { jobId };
      // Otherwise the queue tries the other job again, and workers look for this one.
      await job.save().catch(() => undefined);
    },
    async touch() {
      const lockedForMs = clock.now().getTime() - (job.attrs.lockedAt?.getTime() ?? 0);
      // A ticket that somebody removed is not missed: the lease counts.
      if (lockedForMs > lockLifetimeMs / 10) await job.touch().catch(() => undefined);
    },
  };
}
