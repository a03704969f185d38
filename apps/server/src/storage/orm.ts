import { Migrator } from '@mikro-orm/migrations';
import { type EntityManager, type EntitySchema, type Logger, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { migrations } from './migrations/index.ts';
import { PooledDialect } from './pooled-dialect.ts';

/** Kysely's types are inferred from the list of entities, so their types are kept. */
export interface OrmOptions<Entities extends readonly EntitySchema[] = readonly EntitySchema[]> {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Maximum number of connections. */
  readonly poolSize: number;
  readonly entities: Entities;
  /** Receives warnings, for example of lost connections. */
  readonly onWarning?: (message: string) => void;
}

/** Milliseconds: long enough for a burst to drain, short enough that a caller does not give up first. */
const connectionTimeoutMs = 20_000;

/**
 * Milliseconds. An idle connection keeps its prepared statements; the extra connections of a burst are closed some time
 * after it.
 */
const idleConnectionMs = 5 * 60_000;

/** Milliseconds. No caller waits longer; migrations remove the limit. */
const statementMs = 60_000;

/** Milliseconds. A transaction idle for this long was abandoned; it would hold its locks forever. */
const idleInTransactionMs = 60_000;

/**
 * The filter that restricts every query of the ORM to the rows of one workspace; a query without its parameter fails.
 */
export const workspaceFilter = 'workspace';

/** MikroORM on a shared pool. Connects with the first statement. */
export class Orm<Entities extends readonly EntitySchema[] = readonly EntitySchema[]> extends MikroORM<
  EntityManager,
  Entities
> {
  readonly dialect: PooledDialect;

  /** @throws when the entities are inconsistent. */
  constructor(options: OrmOptions<Entities>) {
    const dialect = createDialect(options);
    const ofWorkspaces = options.entities.filter(({ meta }) => 'workspaceId' in meta.properties);
    super({
      clientUrl: options.url,
      entities: options.entities,
      extensions: [Migrator],
      driverOptions: dialect,
      filters: {
        [workspaceFilter]: {
          cond: ({ workspaceId }) => ({ workspaceId }),
          entity: ofWorkspaces.map(({ meta }) => meta.className),
          default: true,
        },
      },
      // Entities are read from their definitions, so there is nothing to cache.
      metadataCache: { enabled: false },
      loggerFactory: () => createWarningLogger(options.onWarning ?? (() => undefined)),
      // A wrong name is reported, instead of creating a database with it.
      ensureDatabase: false,
      forceUtcTimezone: true,
      migrations: { migrationsList: migrations, tableName: 'migration', snapshot: false, silent: true },
    });
    this.dialect = dialect;
  }

  /** The pool, for everything besides the ORM. */
  get pool(): pg.Pool {
    return this.dialect.pool;
  }

  /** Closes the pool; running statements end first. */
  override async close(): Promise<void> {
    await super.close(true);
    await this.pool.end();
  }
}

function createDialect({ url, poolSize, onWarning }: OrmOptions): PooledDialect {
  return new PooledDialect({
    pool: {
      connectionString: url,
      max: poolSize,
      idleTimeoutMillis: idleConnectionMs,
      application_name: 'product-content',
      connectionTimeoutMillis: connectionTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      statement_timeout: statementMs,
      keepAlive: true,
    },
    onConnectionError: ({ message }) => onWarning?.(`PostgreSQL connection error: ${message}`),
  });
}

/** Statements are never logged: they contain the callers' content. */
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
