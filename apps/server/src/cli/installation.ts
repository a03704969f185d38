import { apiPrefix } from '@product-content/contract';
import type { Config } from '../config/index.ts';
import type { Container } from '../container.ts';
import { createLogger } from '../kernel/index.ts';

/** Where callers reach the API of an installation by its settings. */
export function baseUrlOf({ publicUrl, host, port }: Config): string {
  return `${publicUrl ?? `http://${host}:${port}`}${apiPrefix}`;
}

/**
 * Works with the services of the installation the settings describe, beside a running server or without one: then
 * the embedded database runs for as long as the work.
 *
 * @throws StartError.
 */
export function withInstallation<T>(config: Config, work: (container: Container) => Promise<T>): Promise<T> {
  return withDatabase(config, (databaseUrl) => withContainer(config, databaseUrl, work));
}

/** Works with the database of an installation, as it is: no migration runs. @throws StartError. */
export async function withDatabase<T>(config: Config, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  // Loaded late: the ORM takes a third of a second, and help or a command that only speaks HTTP needs none of it.
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
  // Notes of how it goes are for the server's log; a command says what it did.
  const logger = createLogger('error');
  const { createContainer } = await import('../container.ts');
  const container = await createContainer({ config, logger, databaseUrl, publicUrl });
  try {
    return await work(container);
  } finally {
    await container.close();
  }
}
