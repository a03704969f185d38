import { createPoolTransactionRunner } from '@contract-kit/middleware/postgres';
import pg from 'pg';
import type { Notes } from './notes.ts';

export function createNotesWithPg(connectionString: string): Notes {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const { transaction, currentTransaction } = createPoolTransactionRunner(pool);

  return {
    transaction,
    async add(label) {
      await (currentTransaction() ?? pool).query('insert into note (label) values ($1)', [label]);
    },
    close: () => pool.end(),
  };
}
