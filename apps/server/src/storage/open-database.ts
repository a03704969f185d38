import type { Logger } from '../kernel/index.ts';
import { awaitServer } from './await-server.ts';
import { Database, type DatabaseOptions } from './database.ts';
import { migrate } from './migrate.ts';
import { Orm, type OrmOptions } from './orm.ts';
import { settleRestoredEvents } from './outbox/restored-events.ts';

export interface OpenDatabaseOptions
  extends Pick<OrmOptions, 'url' | 'poolSize' | 'entities'>,
    Pick<DatabaseOptions, 'followers' | 'tracing'> {
  readonly logger: Logger;
}

/** A database with the newest schema. */
export interface OpenedDatabase {
  readonly database: Database;
  /** Migrations that just ran, oldest first. */
  readonly migrated: readonly string[];
}

/** Connects as soon as the server accepts connections, and brings the schema up to date. @throws StartError. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { followers, tracing, logger } = options;
  const orm = new Orm({ ...options, onWarning: (message) => logger.warn(message) });
  try {
    await awaitServer(orm);
    const migrated = await migrate(orm);
    if (migrated.length > 0) logger.info({ migrated }, 'The database was migrated.');
    const onAfterCommitError = (err: unknown) => logger.error({ err }, 'An after-commit callback failed.');
    const database = new Database(orm, { followers, onAfterCommitError, ...(tracing && { tracing }) });
    const restored = await settleRestoredEvents(database);
    if (restored > 0) logger.info({ events: restored }, 'Events of another database server were put in order.');
    return { migrated, database };
  } catch (error) {
    await orm.close();
    throw error;
  }
}
