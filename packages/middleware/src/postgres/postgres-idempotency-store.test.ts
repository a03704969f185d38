import { randomUUID } from 'node:crypto';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Execution } from '../idempotency/idempotency-store.ts';
import { createPoolTransactionRunner, createPostgresIdempotencyStore, postgresSchema } from './index.ts';

let database: ScratchDatabase;
/** Two processes have two pools. */
let pools: pg.Pool[];

beforeAll(async () => {
  database = await createScratchDatabase(inject('postgresUrl'));
  pools = [0, 1].map(() => new pg.Pool({ connectionString: database.url, max: 4 }));
  await pools[0]?.query(postgresSchema.idempotencyRecord({ scopeType: 'text' }));
  await pools[0]?.query('create table change (label text not null)');
});

afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

const done: Execution = { answer: { status: 201, headers: {}, body: null }, keep: 'change-and-answer' };
const claimOf = (key: string) => ({ scope: 'acme', key, route: 'todos.create', fingerprint: 'f1', ttlMs: 60_000 });

function openStore(index: number, table?: string) {
  const pool = pools[index] as pg.Pool;
  const { transaction, currentTransaction } = createPoolTransactionRunner(pool);
  return {
    store: createPostgresIdempotencyStore({ transaction, ...(table && { table }) }),
    change: (label: string) => currentTransaction()?.query('insert into change values ($1)', [label]),
  };
}

async function changes(label: string): Promise<number> {
  const { rows } = await (pools[0] as pg.Pool).query('select from change where label = $1', [label]);
  return rows.length;
}

describe('the PostgreSQL idempotency store', () => {
  test('replays in one process what another has executed', async () => {
    const claim = claimOf(randomUUID());
    await openStore(0).store.execute(claim, async () => done);
    const replay = await openStore(1).store.execute(claim, () => Promise.reject(new Error('executed twice')));
    expect(replay).toEqual({ kind: 'replayed', answer: done.answer });
  });

  test('says in progress in one process while another executes', async () => {
    const claim = claimOf(randomUUID());
    const other = openStore(1).store;
    await openStore(0).store.execute(claim, async () => {
      expect(await other.execute(claim, async () => done)).toEqual({ kind: 'in_progress' });
      return done;
    });
  });

  test('undoes the change when a store that names the table differently has answered meanwhile', async () => {
    const claim = claimOf(randomUUID());
    const { store, change } = openStore(0);
    const racing = store.execute(claim, async () => {
      await change('raced');
      await openStore(1, 'public.idempotency_record').store.execute(claim, async () => done);
      return done;
    });
    await expect(racing).rejects.toThrow('has stored an answer');
    expect(await changes('raced')).toBe(0);
  });

  test('keeps an answer by the clock of the database server when it is given none', async () => {
    const claim = claimOf(randomUUID());
    await openStore(0).store.execute(claim, async () => done);
    const { rows } = await (pools[0] as pg.Pool).query(
      `select expires_at - completed_at = interval '60 seconds' as kept, completed_at between now() - interval '1 minute' and now() + interval '1 minute' as current
       from idempotency_record where key = $1`,
      [claim.key],
    );
    expect(rows).toEqual([{ kept: true, current: true }]);
  });

  test('stores answers with zero bytes and large bodies', async () => {
    const claim = claimOf(randomUUID());
    const body = Buffer.alloc(2_000_000, 'a\0\xff', 'latin1');
    const answer = { status: 200, headers: { 'content-type': 'text/csv' }, body };
    await openStore(0).store.execute(claim, async () => ({ answer, keep: 'change-and-answer' }));
    expect(await openStore(1).store.execute(claim, async () => done)).toEqual({ kind: 'replayed', answer });
  });

  test.each(['record; drop table change', 'a.b.c', ' ', 'x"y'])('refuses the table name %j', (table) => {
    expect(() => openStore(0, table)).toThrow(TypeError);
  });

  test('uses the savepoint of a transaction that brings its own', async () => {
    const pool = pools[0] as pg.Pool;
    const calls: string[] = [];
    const store = createPostgresIdempotencyStore({
      transaction: (work) =>
        createPoolTransactionRunner(pool).transaction((transaction) =>
          work({
            query: (text, values) => transaction.query(text, values),
            savepoint: async (inner) => {
              calls.push('savepoint');
              return inner();
            },
          }),
        ),
    });
    await store.execute(claimOf(randomUUID()), async () => done);
    expect(calls).toEqual(['savepoint']);
  });
});
