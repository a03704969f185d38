import { Migrator } from '@mikro-orm/migrations';
import { type EntitySchema, type Logger, MikroORM } from '@mikro-orm/postgresql';
import { migrations } from './migrations/index.ts';

export interface OrmOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Most connections at a time. */
  readonly poolSize: number;
  readonly entities: readonly EntitySchema[];
  /** Told of dropped connections and the like. */
  readonly onWarning?: (message: string) => void;
}

export type Orm = MikroORM;

/** Long enough for a burst to drain, short enough that a caller does not give up first. */
const connectionTimeoutMs = 20_000;

/** An idle connection keeps its prepared statements; a burst's connections go some time after it. */
const idleConnectionMs = 5 * 60_000;

/** No caller waits longer; migrations lift it. */
const statementMs = 60_000;

/** A transaction that does nothing for this long was left behind; it would hold its locks for ever. */
const idleInTransactionMs = 60_000;

/**
 * Opens the ORM. No connection is made before the first statement.
 *
 * @throws when the entities contradict themselves.
 */
export function createOrm(options: OrmOptions): Promise<Orm> {
  return MikroORM.init({
    clientUrl: options.url,
    entities: [...options.entities],
    extensions: [Migrator],
    pool: { min: 0, max: options.poolSize, idleTimeoutMillis: idleConnectionMs },
    driverOptions: {
      application_name: 'product-content',
      connectionTimeoutMillis: connectionTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      statement_timeout: statementMs,
      keepAlive: true,
    },
    // Entities are read from their definitions: there is nothing to cache.
    metadataCache: { enabled: false },
    loggerFactory: () => createWarningLogger(options.onWarning ?? (() => undefined)),
    // A wrong name is said to be wrong, and no database is made of it.
    ensureDatabase: false,
    forceUtcTimezone: true,
    migrations: { migrationsList: migrations, tableName: 'migration', snapshot: false, silent: true },
  });
}

/** Statements are never logged: they hold the callers' content. */
function createWarningLogger(onWarning: (message: string) => void): Logger {
  return {
    log: () => undefined,
    logQuery: () => undefined,
    error: (_namespace, message) => onWarning(message),
    warn: (_namespace, message) => onWarning(message),
    setDebugMode: () => undefined,
    isEnabled: () => false,
  };
}
