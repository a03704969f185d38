import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { sqlValues } from './sql-values.ts';

/** A compiled query with the name of its prepared statement, which survives `{ ...query, parameters }`. */
export interface NamedQuery<Row = unknown> extends CompiledQuery<Row> {
  readonly name?: string;
}

export interface PooledDialectOptions {
  readonly pool: pg.PoolConfig;
  /** Called with the reason why a connection was lost. */
  readonly onConnectionError: (error: Error) => void;
}

/**
 * How MikroORM and Kysely reach PostgreSQL. It owns the pool: other code takes connections from {@link
 * PooledDialect.pool}, and all of it reads values the same way ({@link sqlValues}). Kysely's own dialect does not send
 * names of prepared statements, and keeps a connection forever if its `begin` or `rollback` failed.
 */
export class PooledDialect implements Dialect {
  readonly pool: pg.Pool;
  readonly #listeners = new Set<(text: string) => void>();

  constructor({ pool, onConnectionError }: PooledDialectOptions) {
    // A transaction sends some statements before it has the results of those before them: see OpenTransaction.
    this.pool = new pg.Pool({ ...pool, types: sqlValues, pipeline: true });
    // Without a listener, a connection lost between two statements would crash the process.
    this.pool.on('connect', (client) => client.on('error', onConnectionError));
    this.pool.on('error', onConnectionError);
  }

  /** Calls the listener with the text of every statement from now on. @returns a function that stops it. */
  onStatement(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** For code that sends a statement on a connection of the {@link PooledDialect.pool}. */
  reportStatement(text: string): void {
    for (const listener of this.#listeners) listener(text);
  }

  createDriver(): Driver {
    return new PooledDriver(this);
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db);
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }
}

/** For what MikroORM begins by itself: reads outside of a transaction, and migrations. */
class PooledDriver implements Driver {
  readonly #dialect: PooledDialect;

  constructor(dialect: PooledDialect) {
    this.#dialect = dialect;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(await this.#dialect.pool.connect(), this.#dialect);
  }

  async beginTransaction(connection: PooledConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings;
    const mode = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean);
    try {
      await connection.send({ text: ['begin', ...mode].join(' ') });
    } catch (error) {
      // Kysely does not release the connection of a transaction that failed to begin.
      connection.release(error as Error);
      throw error;
    }
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    const { command } = await connection.send({ text: 'commit' });
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.');
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    await connection.rollback();
  }

  savepoint(connection: PooledConnection, name: string): Promise<void> {
    return sendSavepoint(connection, 'savepoint', name);
  }

  rollbackToSavepoint(connection: PooledConnection, name: string): Promise<void> {
    return sendSavepoint(connection, 'rollback to savepoint', name);
  }

  releaseSavepoint(connection: PooledConnection, name: string): Promise<void> {
    return sendSavepoint(connection, 'release savepoint', name);
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release();
  }

  /** Kysely only destroys drivers it has used, so {@link Orm} closes the pool. */
  async destroy(): Promise<void> {}
}

async function sendSavepoint(connection: PooledConnection, command: string, name: string): Promise<void> {
  await connection.send({ text: `${command} ${pg.escapeIdentifier(name)}` });
}

/** A connection checked out of the pool. */
class PooledConnection implements DatabaseConnection {
  #client: pg.PoolClient | null;
  readonly #dialect: PooledDialect;
  #broken: Error | undefined;

  constructor(client: pg.PoolClient, dialect: PooledDialect) {
    this.#client = client;
    this.#dialect = dialect;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return toQueryResult<Row>(await this.send(toStatement(query)));
  }

  streamQuery(): never {
    throw new TypeError('Large results are read in batches: see readBatches.');
  }

  async send(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#client === null) throw new Error('The connection was released: work that outlives it needs its own.');
    this.#dialect.reportStatement(statement.text);
    return this.#client.query(statement);
  }

  /** Does not throw: a connection that cannot roll back is closed, and its transaction with it. */
  async rollback(): Promise<void> {
    try {
      await this.send({ text: 'rollback' });
    } catch (error) {
      this.#broken = error as Error;
    }
  }

  release(error = this.#broken): void {
    this.#client?.release(error);
    this.#client = null;
  }
}

export function toStatement({ sql, parameters, name }: NamedQuery): pg.QueryConfig {
  return { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

export function toQueryResult<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return { rows: rows as Row[], ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}
