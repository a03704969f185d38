import { createTransactionRunner, guardPool } from '@contract-kit/middleware/postgres';
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Notes } from './notes.ts';

interface Tables {
  readonly note: { readonly label: string };
}

export function createNotesWithKysely(connectionString: string): Notes {
  const pool = guardPool(new pg.Pool({ connectionString, max: 10 }));
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const { transaction, currentTransaction } = createTransactionRunner<Transaction<Tables>>({
    begin: (work) => kysely.transaction().execute(work),
    query: (trx, text, values) => trx.executeQuery(CompiledQuery.raw(text, values)),
    poolSize: pool.options.max,
  });

  return {
    transaction,
    async add(label) {
      await (currentTransaction() ?? kysely).insertInto('note').values({ label }).execute();
    },
    close: () => kysely.destroy(),
  };
}
