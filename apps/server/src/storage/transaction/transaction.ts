import process from 'node:process';
import type { Writable } from 'node:stream';
import { transactionOn } from '@contract-kit/middleware/mikro-orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { Orm } from '../orm.ts';
import type { OutboxStatements } from '../outbox/outbox.sql.ts';
import { toQueryResult, toStatement } from '../pooled-dialect.ts';
import type { Statement } from '../statement/statement.ts';

/** A value for a `$n` of a statement. Arrays become PostgreSQL arrays; JSON is passed as text. */
export type SqlParameter =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly (string | number | boolean | Date | null)[];

export interface QueryResult<Row> {
  readonly rows: Row[];
  /** Rows returned or changed; null for statements without rows, such as DDL. */
  readonly rowCount: number | null;
}

/** An object that can run statements. */
export type Snapshot = Pick<Transaction, 'query' | 'run'>;

/** A running transaction. */
export interface Transaction {
  /**
   * The ORM's entity manager within this transaction, with its own identity map. Its changes are flushed at the end of
   * a savepoint and before the commit; `query` does not see them earlier.
   */
  readonly em: EntityManager;
  /** Runs one statement in this transaction; see `Database.query`. */
  query<Row extends object>(text: string, values?: readonly SqlParameter[], name?: string): Promise<QueryResult<Row>>;
  /** Runs a declared statement in this transaction. @returns its rows. */
  run<Parameters extends object, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]>;
  /**
   * Sends a declared statement without waiting for it, while the caller prepares the next one. If it fails, so does the
   * next statement that is waited for, the savepoint or the commit, with its error.
   */
  send<Parameters extends object>(statement: Statement<Parameters, object>, parameters: Parameters): void;
  /** How events are appended in this database. */
  readonly outbox: OutboxStatements;
  /** The current trace, as JSON to be stored with what is written; null without one. */
  savedTrace(): string | null;
  /** Runs work whose statements and after-commit callbacks are undone when it throws. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Schedules work for after the outermost commit. It does not run if the transaction rolls back. */
  afterCommit(callback: () => void | Promise<void>): void;
}

type AfterCommit = () => void | Promise<void>;

export interface OpenTransactionOptions {
  readonly orm: Orm;
  readonly outbox: OutboxStatements;
  readonly client: pg.PoolClient;
  /** Called with every statement. */
  readonly reportStatement: (text: string) => void;
  readonly savedTrace: () => string | null;
}

/** A {@link Transaction} on one connection. `Database` opens and ends it. */
export class OpenTransaction implements Transaction {
  /** True once its commit or rollback was sent: it accepts no more statements. */
  #ended = false;
  /** The result of `begin`; null once it has succeeded. */
  #beginning: Promise<unknown> | null = null;
  /** The results of statements that nobody has waited for. */
  #unawaited: Promise<unknown>[] = [];
  /** How many statements have failed. */
  #failures = 0;
  readonly outbox: OutboxStatements;
  readonly savedTrace: () => string | null;
  readonly #orm: Orm;
  readonly #client: pg.PoolClient;
  readonly #reportStatement: (text: string) => void;
  readonly #callbacks: AfterCommit[] = [];
  #em: EntityManager | undefined;
  #savepoints = 0;

  constructor({ orm, outbox, client, reportStatement, savedTrace }: OpenTransactionOptions) {
    this.#orm = orm;
    this.outbox = outbox;
    this.#client = client;
    this.#reportStatement = reportStatement;
    this.savedTrace = savedTrace;
  }

  get em(): EntityManager {
    if (this.#em === undefined) {
      this.#em = this.#orm.em.fork({ disableContextResolution: true });
      this.#em.setTransactionContext(
        transactionOn({
          executeQuery: async (query) => toQueryResult(await this.#run(toStatement(query))),
          streamQuery: () => {
            throw new TypeError('Large results are read in batches: see readBatches.');
          },
        }),
      );
    }
    return this.#em;
  }

  async query<Row extends object>(
    text: string,
    values: readonly SqlParameter[] = [],
    name?: string,
  ): Promise<QueryResult<Row>> {
    const result = await this.#run({ text, values: values as unknown[], name });
    return result as QueryResult<unknown> as QueryResult<Row>;
  }

  async run<Parameters extends object, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return (await this.#run(toConfig(statement, parameters), statement.withBegin)).rows;
  }

  send<Parameters extends object>(statement: Statement<Parameters, object>, parameters: Parameters): void {
    this.#leave(this.#send(toConfig(statement, parameters)));
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    this.#savepoints += 1;
    const name = `s${this.#savepoints}`;
    const callbacks = this.#callbacks.length;
    const failures = this.#failures;
    // Sent with the first statement of the work.
    this.#leave(this.#send({ text: `savepoint ${name}` }));
    try {
      const result = await work();
      await this.#em?.flush();
      const isSound = this.#unawaited.length === 0 && this.#failures === failures;
      const released = this.#send({ text: `release savepoint ${name}` });
      // Errors that nobody has waited for, or that were swallowed, must appear here, where they can be undone.
      if (isSound) this.#leave(released);
      else await this.#after(released);
      return result;
    } catch (error) {
      this.#callbacks.length = callbacks;
      this.#em?.clear();
      this.#unawaited = [];
      await this.#run({ text: `rollback to savepoint ${name}` });
      throw error;
    }
  }

  afterCommit(callback: AfterCommit): void {
    this.#callbacks.push(callback);
  }

  /** Statements wait for its success, except those that may be sent with it. */
  begin(mode = ''): void {
    const text = `begin ${mode}`.trimEnd();
    this.#beginning = this.#query({ text });
    this.#leave(this.#beginning);
  }

  /**
   * @throws the error of a statement that nobody has waited for, and when PostgreSQL rolled back instead, because the
   *   error of another one was ignored.
   */
  async commit(): Promise<void> {
    await this.#em?.flush();
    await this.#beginning;
    // Nothing may be sent from here on: it would run after the commit, on a connection that others use.
    this.#ended = true;
    const { command } = await this.#after(this.#query({ text: 'commit' }));
    if (command !== 'COMMIT') {
      throw new Error('The transaction was rolled back: one of its statements had failed and the error was swallowed.');
    }
  }

  /** @returns the reason why the connection cannot be reused, or null. */
  async rollback(): Promise<Error | null> {
    this.#ended = true;
    // The status is that of the last response: the transaction may just have begun.
    await this.#beginning?.catch(() => undefined);
    if (this.#client.getTransactionStatus() === 'I') return null;
    this.#reportStatement('rollback');
    try {
      await this.#client.query('rollback');
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async runAfterCommit(onError: (error: unknown) => void): Promise<void> {
    for (const callback of this.#callbacks) {
      try {
        await callback();
      } catch (error) {
        onError(error);
      }
    }
  }

  #run(statement: pg.QueryConfig, withBegin?: boolean): Promise<pg.QueryResult> {
    return this.#after(this.#send(statement, withBegin));
  }

  /** Waits for a result, and for the earlier ones that nobody has waited for. @throws the first error. */
  async #after(sent: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    if (this.#unawaited.length === 0) return sent;
    const earlier = this.#unawaited;
    this.#unawaited = [];
    for (const result of await Promise.allSettled([...earlier, sent])) {
      if (result.status === 'rejected') throw result.reason;
    }
    return sent;
  }

  async #send(statement: pg.QueryConfig, withBegin = false): Promise<pg.QueryResult> {
    if (this.#ended) throw new Error('The transaction has ended; work that outlives it needs its own.');
    if (this.#beginning !== null && !(withBegin && this.#savepoints === 0)) {
      // A change that follows a `begin` that failed would be committed by itself. What belongs to a savepoint follows it.
      await this.#beginning;
      this.#beginning = null;
    }
    return this.#query(statement);
  }

  #query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#reportStatement(statement.text);
    holdBack(this.#client);
    const result = this.#client.query(statement);
    result.catch(() => {
      this.#failures += 1;
    });
    return result;
  }

  #leave(result: Promise<unknown>): void {
    // Handled where the next statement is waited for.
    result.catch(() => undefined);
    this.#unawaited.push(result);
  }
}

/**
 * Holds back what is written to a connection until the running task and its promises have been served: statements that
 * nobody waits for are sent at once, and PostgreSQL is woken up once for all of them.
 */
function holdBack(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function toConfig<Parameters extends object>(
  statement: Statement<Parameters, object>,
  parameters: Parameters,
): pg.QueryConfig {
  const { source, preparedName: name } = statement;
  return { text: source.text, values: statement.bind(parameters) as unknown[], name };
}
