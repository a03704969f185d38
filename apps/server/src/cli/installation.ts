import { apiPrefix } from '@product-content/contract';
import type { Config } from '../config/index.ts';
import type { Container } from '../container.ts';
import { createLogger } from '../kernel/index.ts';

/** Where callers reach the API of an installation, according to its settings. */
export function baseUrlOf({ publicUrl, host, port }: Config): string {
  return `${publicUrl ?? `http://${host}:${port}`}${apiPrefix}`;
}

/**
 * Runs work with the services of the installation the settings describe, beside a running server or without one.
 * Without one, the embedded database runs until the work is done.
 *
 * @throws StartError.
 */
export function withInstallation<T>(config: Config, work: (container: Container) => Promise<T>): Promise<T> {
  return withDatabase(config, (databaseUrl) => withContainer(config, databaseUrl, work));
}

/** Runs work with the database of an installation without migrating it. @throws StartError. */
export async function withDatabase<T>(config: Config, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  // Imported late: the ORM takes a third of a second to load, and help or a command that only uses HTTP does not need
  // it.
  const { findEmbeddedPostgres, startEmbeddedPostgres } = await import('../storage/index.ts');
  const running = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataDir));
  if (running !== null) return work(running);
  const postgres = await startEmbeddedPostgres(config.dataDir);
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function withContainer<T>(
  config: Config,
  databaseUrl: string,
  work: (container: Container) => Promise<T>,
): Promise<T> {
  const publicUrl = () => baseUrlOf(config).slice(0, -apiPrefix.length);
  // Progress messages belong in the server's log; a command prints its result.
  const logger = createLogger('error');
  const { createContainer } = await import('../container.ts');
  const container = await createContainer({ config, logger, databaseUrl, publicUrl });
  try {
    return await work(container);
  } finally {
    await container.close();
  }
}
