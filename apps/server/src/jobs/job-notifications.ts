import { BaseNotificationChannel, toJobId } from 'agenda';
import type { Clock, Logger } from '../kernel/index.ts';
import { type Database, listen } from '../storage/index.ts';

export interface JobNotificationsOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The names of Agenda jobs that may be new. */
  readonly names: readonly string[];
  /** Called for each notification, and when some may have been missed. */
  readonly onNotification?: () => void;
}

const channel = 'jobs';

/** Notifies all processes of a change to jobs; within a transaction, on commit. */
export async function notifyWorkers(database: Database): Promise<void> {
  await database.query(`select pg_notify('${channel}', '')`, [], 'jobs.notify');
}

/**
 * Notifies Agenda in all processes of new tickets, through PostgreSQL wherever the tickets are stored. Agenda's own
 * channels send before the commit, and give up after ten attempts to connect.
 */
export class JobNotifications extends BaseNotificationChannel {
  readonly #options: JobNotificationsOptions;
  #stopListening: (() => Promise<void>) | null = null;
  #checking = false;
  #checkAgain = false;

  constructor(options: JobNotificationsOptions) {
    super();
    this.#options = options;
  }

  /** Sending does not need a dedicated connection. */
  override get state() {
    return 'connected' as const;
  }

  async connect(): Promise<void> {
    const { databaseUrl: url, logger, onNotification } = this.#options;
    this.#stopListening = listen({
      url,
      channel,
      onNotification: () => {
        onNotification?.();
        void this.check();
      },
      onError: (err) =>
        logger.warn({ err }, 'Notifications about jobs are not received; the server polls for jobs instead.'),
    });
  }

  async disconnect(): Promise<void> {
    await this.#stopListening?.();
  }

  publish(): Promise<void> {
    return notifyWorkers(this.#options.database);
  }

  /** Makes Agenda in this process check for tickets. All calls made during a check lead to one more check. */
  async check(): Promise<void> {
    this.#checkAgain = true;
    if (this.#checking) return;
    this.#checking = true;
    try {
      while (this.#checkAgain) {
        this.#checkAgain = false;
        const { names, clock } = this.#options;
        // Agenda only reads the name, and that the time is not in the future.
        const toNotification = (jobName: string) => {
          return { jobName, jobId: toJobId(''), nextRunAt: null, priority: 0, timestamp: clock.now() };
        };
        await Promise.all(names.map((name) => this.notifyHandlers(toNotification(name))));
      }
    } finally {
      this.#checking = false;
    }
  }
}
