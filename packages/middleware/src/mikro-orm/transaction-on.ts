import {
  ControlledTransaction,
  type DatabaseConnection,
  DefaultQueryExecutor,
  PostgresDialect,
  SingleConnectionProvider,
} from 'kysely';

/** Compiles queries and savepoints. It never opens a connection. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new TypeError('A transaction on a given connection cannot open another one.')),
});

/**
 * A Kysely transaction on a connection whose transaction has already begun. Pass it to `em.setTransactionContext()`:
 * the entity manager then works within that transaction, and its `transactional()` creates savepoints. The code that
 * began the transaction must end it.
 *
 * @param connection every statement goes through it, so it can also refuse late ones.
 *
 * @example
 * em.setTransactionContext(transactionOn({
 *   executeQuery: async ({ sql, parameters }) => ({ rows: (await client.query(sql, [...parameters])).rows }),
 *   streamQuery: () => { throw new Error('Not supported.'); },
 * }));
 */
export function transactionOn<Tables = unknown>(connection: DatabaseConnection): ControlledTransaction<Tables> {
  return new ControlledTransaction({
    config: { dialect },
    dialect,
    driver: dialect.createDriver(),
    executor: new DefaultQueryExecutor(
      dialect.createQueryCompiler(),
      dialect.createAdapter(),
      new SingleConnectionProvider(connection),
    ),
    connection: { connection, release: () => undefined },
  });
}
