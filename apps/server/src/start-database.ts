import type { Config } from './config/index.ts';
import { endMs, type Shutdown } from './shutdown.ts';
import { startEmbeddedPostgres } from './storage/embedded/embedded-postgres.ts';

interface DatabaseStart {
  readonly config: Pick<Config, 'dataDir' | 'processes'>;
  /** Called when the database is lost and cannot be started again. */
  readonly onLost?: (error: unknown) => void;
}

/**
 * Starts the database of the data directory, and stops it after everything that needs it.
 *
 * @returns its URL.
 */
export async function startDatabase({ config, onLost }: DatabaseStart, shutdown: Shutdown): Promise<string> {
  const postgres = await startEmbeddedPostgres(config.dataDir, { onLost, clients: config.processes });
  shutdown.addFoundation({ name: 'embedded database', end: () => postgres.stop(), withinMs: endMs.database });
  return postgres.url;
}
