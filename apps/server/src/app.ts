import type { Config } from './config/index.ts';
import type { Logger } from './kernel/index.ts';
import { Shutdown } from './shutdown.ts';
import { startDatabase } from './start-database.ts';

export interface AppOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Prints a line for the person who started the app. */
  readonly print: (line: string) => void;
  /** Called when the app cannot continue. */
  readonly onLost?: (error: unknown) => void;
}

/** The running app. */
export interface App {
  /** What to print once it runs: the addresses it serves. */
  readonly lines: readonly string[];
  /**
   * Waits for running work, then stops everything.
   *
   * @param options.isReplaced another process already serves the same port: the health check stays ready, and each
   *   connection is closed after its next response.
   */
  stop(options?: { readonly isReplaced?: boolean }): Promise<void>;
}

/**
 * Starts what the settings ask for: database, API, jobs. If a step fails, everything started before it is stopped.
 *
 * @throws StartError with a message for the person who started the app.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const shutdown = new Shutdown(options.logger);
  const end = { isReplaced: false };
  try {
    const [databaseUrl, { startParts }] = await Promise.all([
      options.config.databaseUrl ?? startDatabase(options, shutdown),
      // Loaded while PostgreSQL starts, and not at all by the parent of several processes.
      import('./app-parts.ts'),
    ]);
    const lines = await startParts({ ...options, databaseUrl, shutdown, end });
    return {
      lines,
      stop: ({ isReplaced = false } = {}) => {
        end.isReplaced = isReplaced;
        return shutdown.run();
      },
    };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}
