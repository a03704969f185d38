import type { Backlog, Logger } from '../kernel/index.ts';
import type { Database } from '../storage/index.ts';

export interface DrainsOptions {
  readonly database: Pick<Database, 'query'>;
  readonly backlogs: readonly Backlog[];
  /** Aborts when the process must stop. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** A backlog, and its drain in this process. */
interface Drain {
  readonly backlog: Backlog;
  running: Promise<void> | null;
}

/**
 * Drains backlogs in this process, each independently of the others: a long drain holds up nothing else, and a backlog
 * is not drained twice at the same time.
 */
export class Drains {
  readonly #options: DrainsOptions;
  readonly #drains: readonly Drain[];
  readonly #pending: string;

  constructor(options: DrainsOptions) {
    this.#options = options;
    this.#drains = options.backlogs.map((backlog) => ({ backlog, running: null }));
    this.#pending = options.backlogs
      .map(({ name, pending }) => `select '${name}' as name where exists (${pending})`)
      .join(' union all ');
  }

  /** Looks at all backlogs with one statement, and starts to drain those in which something is pending. */
  async look(): Promise<void> {
    const { database, signal } = this.#options;
    const { rows } = await database.query<{ name: string }>(this.#pending, [], 'backlogs.pending');
    if (signal.aborted) return;
    for (const each of this.#drains) {
      if (each.running !== null || !rows.some(({ name }) => name === each.backlog.name)) continue;
      each.running = this.#run(each.backlog).finally(() => {
        each.running = null;
      });
    }
  }

  /** Resolves when no drain is running. */
  async ended(): Promise<void> {
    await Promise.all(this.#drains.map(({ running }) => running));
  }

  async #run({ name, drain }: Backlog): Promise<void> {
    const { signal, logger } = this.#options;
    try {
      await drain(signal);
    } catch (error) {
      if (!signal.aborted)
        logger.error({ err: error, task: name }, 'A backlog could not be drained; it is tried again.');
    }
  }
}
