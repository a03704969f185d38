import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import type { SqlTransaction, TransactionRunner } from './sql.ts';

/** Transactions on a `pg` pool, and the one that is running here. */
export interface PoolTransactionRunner {
  /** Runs work in a transaction; inside one it joins the one that is running. */
  readonly transaction: TransactionRunner;
  /**
   * The transaction this code runs in, null outside of one. A handler asks for it, so that its change is
   * committed together with the answer stored for its Idempotency-Key.
   */
  readonly currentTransaction: () => SqlTransaction | null;
}

/**
 * Transactions on a `pg` pool, for servers without an ORM.
 *
 * @example
 * const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
 * const store = createPostgresIdempotencyStore({ transaction });
 * const executor: SqlExecutor = currentTransaction() ?? pool; // in a handler
 */
export function createPoolTransactionRunner(pool: Pool): PoolTransactionRunner {
  const running = new AsyncLocalStorage<SqlTransaction>();
  const begin: TransactionRunner = async (work) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    // Without a listener, a connection that ends between two statements would end the process.
    client.on('error', onError);
    try {
      return await runTransaction(client, () => running.run(client, () => work(client)));
    } finally {
      client.off('error', onError);
      client.release(broken ?? client.getTransactionStatus() !== 'I');
    }
  };
  return {
    transaction: (work) => {
      const current = running.getStore();
      return current === undefined ? begin(work) : work(current);
    },
    currentTransaction: () => running.getStore() ?? null,
  };
}

async function runTransaction<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level read committed');
  let result: T;
  try {
    result = await work();
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  await commit(client);
  return result;
}

/** PostgreSQL answers COMMIT of an aborted transaction with success and the tag ROLLBACK. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
}
