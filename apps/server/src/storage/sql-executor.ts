import type { SqlExecutor, SqlTransaction, TransactionRunner } from '@contract-kit/middleware/postgres';
import type { Database } from './database.ts';
import type { SqlParameter, Transaction } from './transaction/transaction.ts';

/** The database as the middleware's stores ask for it. They pass values `pg` takes. */
export function toSqlExecutor(target: Pick<Database | Transaction, 'query'>): SqlExecutor {
  return { query: (text, values) => target.query(text, values as SqlParameter[] | undefined) };
}

/** Transactions as the middleware's stores ask for them: handlers called within one join it. */
export function toTransactionRunner(database: Database): TransactionRunner {
  return (work) => database.transaction((tx) => work(toSqlTransaction(tx)));
}

function toSqlTransaction(tx: Transaction): SqlTransaction {
  return { ...toSqlExecutor(tx), savepoint: (work) => tx.savepoint(work) };
}
