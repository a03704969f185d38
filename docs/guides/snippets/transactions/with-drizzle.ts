import { createTransactionRunner, guardPool } from '@contract-kit/middleware/postgres';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Notes } from './notes.ts';

const note = pgTable('note', { label: text().notNull() });

/** A statement with `$1 … $n` as Drizzle takes it. */
const toSql = (statement: string, values: unknown[]) =>
  sql.join(
    statement.split(/\$(\d+)/).map((part, index) => (index % 2 ? sql.param(values[Number(part) - 1]) : sql.raw(part))),
  );

export function createNotesWithDrizzle(connectionString: string): Notes {
  const pool = guardPool(new pg.Pool({ connectionString, max: 10 }));
  const db = drizzle({ client: pool });
  type Transaction = Parameters<Parameters<typeof db.transaction>[0]>[0];
  const { transaction, currentTransaction } = createTransactionRunner<Transaction>({
    begin: (work) => db.transaction(work),
    savepoint: (tx, work) => tx.transaction(work),
    query: (tx, statement, values) => tx.execute(toSql(statement, values)),
    poolSize: pool.options.max,
  });

  return {
    transaction,
    async add(label) {
      await (currentTransaction() ?? db).insert(note).values({ label });
    },
    close: () => pool.end(),
  };
}
