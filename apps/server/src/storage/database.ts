import { setTimeout as delay } from 'node:timers/promises';
import {
  createTransactionRunner,
  type RunningTransactions,
  type SqlExecutor,
  type TransactionRunner,
} from '@contract-kit/middleware/postgres';
import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { noTracing, type Tracing } from '../kernel/index.ts';
import { type Orm, workspaceFilter } from './orm.ts';
import { type OutboxFollower, OutboxStatements } from './outbox/outbox.sql.ts';
import { sqlState } from './sql-values.ts';
import type { Statement } from './statement/statement.ts';
import { acquireLock } from './transaction/advisory-lock.sql.ts';
import {
  OpenTransaction,
  type QueryResult,
  type Snapshot,
  type SqlParameter,
  type Transaction,
} from './transaction/transaction.ts';

/** unique_violation, serialization_failure, deadlock_detected: repeating the work may succeed. */
const retryableStates = new Set(['23505', '40001', '40P01']);

export interface RetryOptions {
  /** Maximum number of runs, default 5. */
  readonly attempts?: number;
  /** The name of a lock that later runs hold, so that many colliding units of work succeed one after the other. */
  readonly turn?: string;
}

export interface DatabaseOptions {
  /** What features do with events in the transaction that appends them. */
  readonly followers: readonly OutboxFollower[];
  /** Called when work scheduled for after a commit failed; the commit stands. */
  readonly onAfterCommitError?: (error: unknown) => void;
  /** Provides the current trace. Default: no traces. */
  readonly tracing?: Pick<Tracing, 'save'>;
}

/** The usage of the pool. */
export interface PoolUse {
  readonly max: number;
  readonly idle: number;
  readonly used: number;
  /** Callers waiting for a connection. */
  readonly waiting: number;
}

/**
 * The only access to PostgreSQL. All statements use the ORM's connection pool; everything called in a transaction finds
 * it by itself, so services and repositories join it without passing it on.
 */
export class Database {
  readonly orm: Orm;
  readonly outbox: OutboxStatements;
  readonly #pool: pg.Pool;
  readonly #transactions: RunningTransactions<OpenTransaction>;
  readonly #onAfterCommitError: (error: unknown) => void;
  readonly #tracing: Pick<Tracing, 'save'>;

  constructor(orm: Orm, options: DatabaseOptions) {
    this.orm = orm;
    this.outbox = new OutboxStatements(options.followers);
    this.#pool = orm.pool;
    this.#transactions = createTransactionRunner<OpenTransaction>({
      begin: (work) => this.#begin(work),
      query: (tx, text, values) => tx.query(text, values as SqlParameter[]),
      savepoint: (tx, work) => tx.savepoint(() => work(tx)),
      poolSize: orm.pool.options.max,
    });
    this.#onAfterCommitError = options.onAfterCommitError ?? (() => undefined);
    this.#tracing = options.tracing ?? noTracing;
  }

  /**
   * Runs one statement: in the running transaction if there is one, so that it sees that transaction's rows and needs
   * no second connection; otherwise by itself.
   *
   * @param values the parameters `$1`, `$2`, …
   * @param name makes it a prepared statement: parsed and planned once per connection. A name must always have the same
   *   text.
   *
   * @example
   * const { rows } = await database.query<{ id: string }>('select id from product where sku = $1', [sku],
   * 'product.id');
   */
  async query<Row extends object>(
    text: string,
    values: readonly SqlParameter[] = [],
    name?: string,
  ): Promise<QueryResult<Row>> {
    const running = this.current();
    if (running !== null) return running.query<Row>(text, values, name);
    this.orm.dialect.reportStatement(text);
    return this.#pool.query<Row & pg.QueryResultRow>({ text, values: values as unknown[], name });
  }

  /** The current trace, as JSON to be stored with what is written; null without one. */
  savedTrace(): string | null {
    const trace = this.#tracing.save();
    return trace === null ? null : JSON.stringify(trace);
  }

  get poolUse(): PoolUse {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { max: options.max, idle: idleCount, used: totalCount - idleCount, waiting: waitingCount };
  }

  /** @throws when the database cannot be reached. */
  async ping(): Promise<void> {
    await this.query('select 1');
  }

  /** Runs a declared statement, like {@link Database.query}. @returns its rows. */
  async run<Parameters extends object, Row extends object>(
    statement: Statement<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    const running = this.current();
    if (running !== null) return running.run(statement, parameters);
    const { source, preparedName } = statement;
    return (await this.query<Row>(source.text, statement.bind(parameters), preparedName)).rows;
  }

  /** The transaction of the calling code, or null. Code that outlives its transaction finds none. */
  current(): Transaction | null {
    return this.#transactions.currentTransaction();
  }

  /**
   * The entity manager of the running transaction, or outside of one, that of a single read. It sees the rows of one
   * workspace: the filter of {@link Orm} applies to every query.
   */
  emOf(workspaceId: string): EntityManager {
    const em = this.current()?.em ?? this.orm.em.fork();
    em.setFilterParams(workspaceFilter, { workspaceId });
    return em;
  }

  /** Transactions for the middleware's stores: handlers called within one join it. */
  get transactionRunner(): TransactionRunner {
    return this.#transactions.transaction;
  }

  /**
   * Runs work in a transaction (READ COMMITTED), or joins the running one. It commits when the outermost work is done
   * and rolls back when that throws. Statements of one transaction run one after the other.
   *
   * @throws what the work throws, or the error of the commit.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transactions.transaction(() => work(this.current() as Transaction));
  }

  /**
   * Runs reads that all see the database as it is now (REPEATABLE READ), on a dedicated connection. Statements that do
   * not use the given snapshot are outside of it, and may write.
   *
   * @throws what the work throws.
   */
  async snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let lost: Error | undefined;
    const onError = (error: Error) => {
      lost = error;
    };
    client.on('error', onError);
    const tx = this.#open(client);
    try {
      tx.begin('isolation level repeatable read read only');
      return await work(tx);
    } finally {
      const broken = await tx.rollback();
      client.off('error', onError);
      client.release(lost ?? broken ?? undefined);
    }
  }

  /**
   * Repeats a unit of work that may collide with another one (a unique value taken in between, a deadlock) until it
   * succeeds: as a separate transaction, or within a savepoint of the running one. Waits a little longer, with jitter,
   * before each further run.
   *
   * @throws the last error when the attempts are used up, and any other error immediately.
   */
  async retrying<T>(work: (tx: Transaction) => Promise<T>, { attempts = 5, turn }: RetryOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const run = async (tx: Transaction) => {
        if (attempt > 1 && turn !== undefined) await tx.run(acquireLock, { name: turn });
        return work(tx);
      };
      try {
        const running = this.current();
        return await (running === null ? this.transaction(run) : running.savepoint(() => run(running)));
      } catch (error) {
        if (attempt >= attempts || !retryableStates.has(sqlState(error) ?? '')) throw error;
        await delay(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  /** Calls the listener with the text of every statement from now on. @returns a function that stops it. */
  onStatement(listener: (text: string) => void): () => void {
    return this.orm.dialect.onStatement(listener);
  }

  /** Closes the pool; running statements end first. */
  async close(): Promise<void> {
    await this.orm.close();
  }

  async #begin<T>(work: (tx: OpenTransaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const tx = this.#open(client);
    let lost: Error | undefined;
    const onError = (error: Error) => {
      lost = error;
    };
    client.on('error', onError);
    let result: T;
    try {
      tx.begin();
      result = await work(tx);
      await tx.commit();
    } catch (error) {
      const broken = await tx.rollback();
      client.off('error', onError);
      client.release(lost ?? broken ?? undefined);
      throw error;
    }
    client.off('error', onError);
    client.release(lost);
    await tx.runAfterCommit(this.#onAfterCommitError);
    return result;
  }

  #open(client: pg.PoolClient): OpenTransaction {
    const { orm, outbox } = this;
    const reportStatement = (text: string) => orm.dialect.reportStatement(text);
    return new OpenTransaction({
      orm,
      outbox,
      client,
      reportStatement,
      savedTrace: () => this.savedTrace(),
    });
  }
}

/** The database for the middleware's stores, which pass values that `pg` accepts. */
export function toSqlExecutor(target: Pick<Database | Transaction, 'query'>): SqlExecutor {
  return { query: (text, values) => target.query(text, values as SqlParameter[] | undefined) };
}
