import type { Pool, PoolClient } from 'pg';
import { type SqlExecutor, withSavepoint } from './sql.ts';
import { createTransactionRunner, type RunningTransactions } from './transaction-runner.ts';

/** Transactions on a `pg` pool, and access to the current one. */
export type PoolTransactionRunner = RunningTransactions<SqlExecutor>;

/**
 * Transactions on a `pg` pool, for servers without an ORM. A transaction refuses statements after its end, because its
 * connection may already serve another request.
 *
 * @example
 * const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
 * const store = createPostgresIdempotencyStore({ transaction });
 * const executor: SqlExecutor = currentTransaction() ?? pool; // in a handler
 */
export function createPoolTransactionRunner(pool: Pool): PoolTransactionRunner {
  return createTransactionRunner<SqlExecutor>({
    poolSize: pool.options.max,
    query: (transaction, text, values) => transaction.query(text, values),
    savepoint: (transaction, work) => withSavepoint(transaction, () => lend(transaction, work)),
    async begin(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      const onError = (error: Error) => {
        broken = error;
      };
      // Without a listener, a connection that ends between two statements would end the process.
      client.on('error', onError);
      try {
        return await runTransaction(client, () => lend(client, work));
      } finally {
        client.off('error', onError);
        client.release(broken ?? client.getTransactionStatus() !== 'I');
      }
    },
  });
}

/** Passes work an executor that refuses statements once the work has settled. */
async function lend<T>(owner: SqlExecutor, work: (lent: SqlExecutor) => Promise<T>): Promise<T> {
  let ended = false;
  const query: SqlExecutor['query'] = async (text, values) => {
    if (ended) throw new Error('The transaction has ended: work that outlives a request needs its own transaction.');
    return owner.query(text, values);
  };
  try {
    return await work({ query });
  } finally {
    ended = true;
  }
}

async function runTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level read committed');
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // A lost connection has already rolled back.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  await commit(client);
  return result;
}

/** PostgreSQL responds to COMMIT of an aborted transaction with success and the tag ROLLBACK. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
}
