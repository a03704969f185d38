import { WorkScope } from '../work-scope.ts';
import { type SqlTransaction, type TransactionRunner, withSavepoint } from './sql.ts';

export interface TransactionRunnerOptions<Transaction> {
  /**
   * Runs work in a READ COMMITTED transaction of the database library: commits when the work resolves, rolls back when
   * it throws.
   */
  begin<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs one statement with `$1 … $n` in a transaction. */
  query(transaction: Transaction, text: string, values: unknown[]): Promise<{ readonly rows: unknown[] }>;
  /**
   * Runs work within a savepoint. Needed if the library creates a transaction object per savepoint, or has state
   * outside the database. Default: the statements `SAVEPOINT`, `RELEASE` and `ROLLBACK TO`.
   */
  savepoint?<Result>(transaction: Transaction, work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Size of the connection pool; see {@link TransactionRunner.poolSize}. */
  readonly poolSize?: number;
}

/** Transactions of one database library, and access to the current one. */
export interface RunningTransactions<Transaction> {
  /** Runs work in a transaction; inside one, joins the current transaction. */
  readonly transaction: TransactionRunner;
  /**
   * The transaction the calling code runs in; null outside of one. Handlers use it, so that their change is committed
   * together with the response stored for the Idempotency-Key. Work that outlives its handler (a timer, a promise that
   * is not awaited) gets null as soon as the handler has returned.
   */
  readonly currentTransaction: () => Transaction | null;
}

/**
 * Joins idempotency to the transactions of the library your handlers use.
 *
 * @example
 * const { transaction, currentTransaction } = createTransactionRunner<Transaction<Tables>>({
 *   begin: (work) => kysely.transaction().execute(work),
 *   query: (trx, text, values) => trx.executeQuery(CompiledQuery.raw(text, values)),
 *   poolSize: pool.options.max,
 * });
 * const store = createPostgresIdempotencyStore({ transaction });
 * const todos = () => (currentTransaction() ?? kysely).selectFrom('todo'); // in a handler
 */
export function createTransactionRunner<Transaction>(
  options: TransactionRunnerOptions<Transaction>,
): RunningTransactions<Transaction> {
  const running = new WorkScope<Transaction>();
  const toSqlTransaction = (transaction: Transaction): SqlTransaction => {
    const query: SqlTransaction['query'] = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await options.query(transaction, text, values)) as { rows: Row[] };
    const savepoint: SqlTransaction['savepoint'] = (work) => {
      if (options.savepoint === undefined) return withSavepoint({ query }, () => running.run(transaction, work));
      return options.savepoint(transaction, (inner) => running.run(inner, work));
    };
    return { query, savepoint };
  };
  const transaction = <Result>(work: (transaction: SqlTransaction) => Promise<Result>): Promise<Result> => {
    const current = running.current();
    if (current !== null) return work(toSqlTransaction(current));
    return options.begin((begun) => running.run(begun, () => work(toSqlTransaction(begun))));
  };
  return {
    transaction: Object.assign(transaction, { poolSize: options.poolSize }),
    currentTransaction: () => running.current(),
  };
}
