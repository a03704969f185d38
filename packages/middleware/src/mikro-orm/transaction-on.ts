import {
  ControlledTransaction,
  type DatabaseConnection,
  DefaultQueryExecutor,
  PostgresDialect,
  SingleConnectionProvider,
} from 'kysely';

/** Compiles queries and savepoints. It is never asked for a connection. */
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new TypeError('A transaction on a given connection takes no other.')),
});

/**
 * A Kysely transaction on a connection whose transaction has already begun. Give it to `em.setTransactionContext()`:
 * the entity manager then works within that transaction, and its `transactional()` makes savepoints of it. The code
 * that began the transaction ends it.
 *
 * @param connection every statement goes through it, so it is also the place to refuse late ones.
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
