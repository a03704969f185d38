import type { SqlExecutor } from '@contract-kit/middleware/postgres';
import type { Database } from './database.ts';
import type { SqlParameter, Transaction } from './transaction/transaction.ts';

/** The database as the middleware's stores ask for it. They pass values `pg` takes. */
export function toSqlExecutor(target: Pick<Database | Transaction, 'query'>): SqlExecutor {
  return { query: (text, values) => target.query(text, values as SqlParameter[] | undefined) };
}
