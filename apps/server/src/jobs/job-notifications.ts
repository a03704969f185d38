import { BaseNotificationChannel, toJobId } from 'agenda';
import type { Clock, Logger } from '../kernel/index.ts';
import { type Database, listen } from '../storage/index.ts';

export interface JobNotificationsOptions {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of Agenda's jobs that there may be new ones of. */
  readonly names: readonly string[];
  /** Called for each notification, and when some may have been missed. */
  readonly onNotification?: () => void;
}

const channel = 'jobs';

/** Tells all processes that something changed about jobs, if there is a running transaction then when it commits. */
export async function notifyWorkers(database: Database): Promise<void> {
  await database.query(`select pg_notify('${channel}', '')`, [], 'jobs.notify');
}

/**
 * Tells Agenda in all processes that there are tickets, by PostgreSQL wherever the tickets are kept. The channels that
 * come with Agenda send before the commit, and give up after ten attempts to connect.
 */
export class JobNotifications extends BaseNotificationChannel {
  readonly #options: JobNotificationsOptions;
  #stopListening: (() => Promise<void>) | null = null;
  #looking = false;
  #lookAgain = false;

  constructor(options: JobNotificationsOptions) {
    super();
    this.#options = options;
  }

  /** Sending needs no connection of its own. */
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
        void this.look();
      },
      onError: (err) => logger.warn({ err }, 'Notifications about jobs are not received; the jobs are looked for.'),
    });
  }

  async disconnect(): Promise<void> {
    await this.#stopListening?.();
  }

  publish(): Promise<void> {
    return notifyWorkers(this.#options.database);
  }

  /** Has Agenda in this process look for tickets, once more for all calls that come while it looks. */
  async look(): Promise<void> {
    this.#lookAgain = true;
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#lookAgain) {
        this.#lookAgain = false;
        const { names, clock } = this.#options;
        // Agenda reads the name, and that the time is not in the future.
        const toNotification = (jobName: string) => {
          return { jobName, jobId: toJobId(''), nextRunAt: null, priority: 0, timestamp: clock.now() };
        };
        await Promise.all(names.map((name) => this.notifyHandlers(toNotification(name))));
      }
    } finally {
      this.#looking = false;
    }
  }
}
