import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import type { Database } from '../database.ts';
import { violatedConstraint } from '../sql-values.ts';
import { sqlStatement } from '../statement/statement.ts';
import { OpenTransaction, type Transaction } from './transaction.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = test.database;
  await database.query('create table entry (name text primary key)');
});
afterAll(() => test.drop());
beforeEach(() => database.query('truncate entry'));

const names = async () => {
  const { rows } = await database.query<{ name: string }>('select name from entry order by 1');
  return rows.map((row) => row.name);
};

describe('a statement that is not waited for', () => {
  const entryInsert = {
    parameters: { name: 'text' },
    row: {},
    text: 'insert into entry values ($name)',
  } as const;
  const insertEntry = sqlStatement({ ...entryInsert, name: 'entry.insert-statement' });
  const send = (tx: Transaction, ...all: string[]) => {
    for (const name of all) tx.send(insertEntry, { name });
  };

  it('runs in order with the others, and is committed', async () => {
    await database.transaction(async (tx) => {
      send(tx, 'a');
      expect(await names()).toEqual(['a']);
      send(tx, 'b', 'c');
    });
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('fails the commit with its error, and nothing is committed', async () => {
    const error = await database
      .transaction(async (tx) => send(tx, 'a', 'b', 'a', 'c'))
      .catch((cause: unknown) => cause);
    expect(violatedConstraint(error)).toBe('entry_pkey');
    expect(await names()).toEqual([]);
  });

  it('fails the next statement with its error', async () => {
    let error: unknown;
    const run = database.transaction(async (tx) => {
      send(tx, 'a', 'a');
      await names().catch((cause: unknown) => {
        error = cause;
      });
    });
    await expect(run).rejects.toThrow('was rolled back');
    expect(violatedConstraint(error)).toBe('entry_pkey');
  });

  it('is undone with the savepoint that it fails', async () => {
    await database.transaction(async (tx) => {
      send(tx, 'a');
      await expect(tx.savepoint(async () => send(tx, 'b', 'a'))).rejects.toThrow('entry_pkey');
      send(tx, 'c');
    });
    expect(await names()).toEqual(['a', 'c']);
  });

  it('is undone with a savepoint in which the error of another statement was swallowed', async () => {
    await database.transaction(async (tx) => {
      const work = async () => {
        send(tx, 'b');
        await tx.query("insert into entry values ('b')").catch(() => undefined);
      };
      await expect(tx.savepoint(work)).rejects.toThrow('current transaction is aborted');
      send(tx, 'c');
    });
    expect(await names()).toEqual(['c']);
  });

  it('is undone with its savepoint even if the statement can be sent with begin', async () => {
    const early = sqlStatement({ ...entryInsert, name: 'entry.insert-early', withBegin: true });
    await database.transaction(async (tx) => {
      const work = async () => {
        await tx.run(early, { name: 'a' });
        throw new Error('no');
      };
      await expect(tx.savepoint(work)).rejects.toThrow('no');
    });
    expect(await names()).toEqual([]);
  });

  it('is not sent after a begin that failed, since it would be committed by itself', async () => {
    const client = await database.orm.pool.connect();
    const { orm, outbox } = database;
    const options = { orm, outbox, client, reportStatement: () => undefined, savedTrace: () => null };
    const tx = new OpenTransaction(options);
    tx.begin('isolation level that does not exist');
    send(tx, 'a');
    await expect(tx.query("insert into entry values ('b')")).rejects.toThrow('syntax error');
    expect(await tx.rollback()).toBeNull();
    client.release();
    expect(await names()).toEqual([]);
  });

  it('is undone when the work throws meanwhile', async () => {
    const failure = new Error('no');
    const run = database.transaction(async (tx) => {
      send(tx, 'a', 'a');
      throw failure;
    });
    await expect(run).rejects.toBe(failure);
    expect(await names()).toEqual([]);
    await database.transaction(async (tx) => send(tx, 'a'));
  });
});
