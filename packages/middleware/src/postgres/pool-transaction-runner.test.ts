import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPoolTransactionRunner } from './pool-transaction-runner.ts';

let database: ScratchDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createScratchDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query('create table note (label text unique deferrable initially deferred)');
});

beforeEach(async () => {
  await pool.query('delete from note');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function labels(): Promise<string[]> {
  return (await pool.query<{ label: string }>('select label from note')).rows.map(({ label }) => label);
}

describe('transactions on a pool', () => {
  test('are found by the code that runs in them, and only there', async () => {
    const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
    await transaction(async (tx) => {
      await tx.query("insert into note values ('own')");
      expect(await currentTransaction()?.query('select label from note')).toMatchObject({ rows: [{ label: 'own' }] });
    });
    expect(currentTransaction()).toBeNull();
  });

  test('are not found by work that outlives them, which begins a new one', async () => {
    const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
    const over = Promise.withResolvers<void>();
    let late: Promise<void> | undefined;
    await transaction(async () => {
      late = over.promise.then(async () => {
        expect(currentTransaction()).toBeNull();
        await transaction((tx) => tx.query("insert into note values ('late')"));
      });
    });
    over.resolve();
    await late;
    expect(await labels()).toEqual(['late']);
  });

  test('refuse statements from code that keeps them beyond their end', async () => {
    const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
    const kept = await transaction(async (tx) => [tx, currentTransaction()]);
    await transaction(async () => {
      for (const tx of kept) await expect(tx?.query('select 1')).rejects.toThrow('The transaction has ended');
    });
  });

  test('refuse statements from code that keeps a savepoint beyond its end', async () => {
    const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
    await transaction(async (tx) => {
      const kept = await tx.savepoint?.(async () => currentTransaction());
      await expect(kept?.query('select 1')).rejects.toThrow('The transaction has ended');
      await expect(tx.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
    });
  });

  test('are joined by the transactions within them', async () => {
    const { transaction } = createPoolTransactionRunner(pool);
    const outer = transaction(async () => {
      await transaction((tx) => tx.query("insert into note values ('joined')"));
      throw new Error('the outer one fails');
    });
    await expect(outer).rejects.toThrow('the outer one fails');
    expect(await labels()).toEqual([]);
  });

  test('fail when the commit fails', async () => {
    const { transaction } = createPoolTransactionRunner(pool);
    const duplicate = transaction((tx) => tx.query("insert into note values ('twice'), ('twice')"));
    await expect(duplicate).rejects.toMatchObject({ code: '23505' });
  });

  test('fail when the error of a statement was ignored, because PostgreSQL then commits nothing', async () => {
    const { transaction } = createPoolTransactionRunner(pool);
    const careless = transaction(async (tx) => {
      await tx.query("insert into note values ('careless')");
      await tx.query('select 1 / 0').catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('rolled back');
    expect(await labels()).toEqual([]);
  });

  test('survive the loss of their connection between two statements', async () => {
    const { transaction } = createPoolTransactionRunner(pool);
    const killer = new pg.Client({ connectionString: database.url });
    await killer.connect();
    const killed = transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await killer.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    });
    await expect(killed).rejects.toThrow();
    await killer.end();
    expect(await pool.query('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] });
  });
});
