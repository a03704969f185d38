/** Anything that runs a statement: a `pg` Pool, a PoolClient, an ORM's connection. */
export interface SqlExecutor {
  /** @param text one statement with `$1 … $n` for its values. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** A running transaction. */
export interface SqlTransaction extends SqlExecutor {
  /**
   * Runs work within a savepoint that is rolled back when the work throws. Needed for an ORM with state outside the
   * database (an identity map, callbacks after commit). Default: plain `SAVEPOINT`.
   */
  savepoint?<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Runs work in a READ COMMITTED transaction: commits when it resolves, rolls back when it throws. It must reject when
 * the commit fails.
 */
export interface TransactionRunner {
  <T>(work: (transaction: SqlTransaction) => Promise<T>): Promise<T>;
  /** Size of the connection pool. Stores that hold connections for long leave some of them free. */
  readonly poolSize?: number | undefined;
}

/** Runs work within a savepoint of a transaction. */
export async function withSavepoint<T>(transaction: SqlTransaction, work: () => Promise<T>): Promise<T> {
  if (transaction.savepoint !== undefined) return transaction.savepoint(work);
  await transaction.query('savepoint contract_kit');
  try {
    const result = await work();
    await transaction.query('release savepoint contract_kit');
    return result;
  } catch (error) {
    await transaction.query('rollback to savepoint contract_kit');
    throw error;
  }
}

const plainName = /^[A-Za-z_][\w$]{0,62}$/;

/**
 * Quotes the name of a table or column, with or without its schema: `audit.key_record`.
 *
 * @throws TypeError for anything but letters, digits, `_` and `$`.
 */
export function quoteName(name: string): string {
  const parts = name.split('.');
  if (parts.length > 2 || !parts.every((part) => plainName.test(part))) {
    throw new TypeError(`"${name}" is not a name of a table or column: use letters, digits, "_" and one schema.`);
  }
  return parts.map((part) => `"${part}"`).join('.');
}
