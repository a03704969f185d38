import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresIdempotencyStore, postgresSchema } from '../postgres/index.ts';
import {
  createFakeClock,
  describeIdempotencyStore,
  describeTransactionalIdempotencyStore,
  type TransactionalIdempotencyStoreSubject,
} from '../testing/index.ts';
import { createMikroOrmTransactionRunner } from './index.ts';

const Change = defineEntity({
  name: 'Change',
  tableName: 'change',
  properties: { id: p.uuid().primary(), label: p.text() },
});

let database: ScratchDatabase;
/** Sees what was committed, from outside. */
let outside: pg.Pool;
let orm: MikroORM;

beforeAll(async () => {
  database = await createScratchDatabase();
  outside = new pg.Pool({ connectionString: database.url, max: 2 });
  await outside.query(postgresSchema.idempotencyRecord());
  await outside.query('create table change (id uuid primary key, label text not null)');
  // Reading and persisting with the global entity manager stands for the one of a RequestContext.
  orm = await MikroORM.init({ clientUrl: database.url, entities: [Change], allowGlobalContext: true });
});

afterAll(async () => {
  await orm?.close();
  await outside?.end();
  await database?.drop();
});

const persist = (em: EntityManager, label: string) => em.persist(em.create(Change, { id: randomUUID(), label }));
async function labels(): Promise<string[]> {
  return (await outside.query<{ label: string }>('select label from change')).rows.map(({ label }) => label);
}

async function openStore(): Promise<TransactionalIdempotencyStoreSubject> {
  const { transaction, currentEntityManager } = createMikroOrmTransactionRunner(orm.em, { poolSize: 10 });
  const budgetBytes = 1024 * 1024;
  const clock = createFakeClock();
  return {
    store: createPostgresIdempotencyStore({ transaction, clock, budgetBytes }),
    budgetBytes,
    advance: clock.advance,
    createScope: randomUUID,
    async change(label) {
      persist(orm.em, label);
    },
    async failingStatement() {
      await currentEntityManager()?.execute('select 1 / 0');
    },
    changes: labels,
    async crash() {
      const [row] = (await currentEntityManager()?.execute<{ pid: number }[]>('select pg_backend_pid() as pid')) ?? [];
      await outside.query('select pg_terminate_backend($1, 5000)', [row?.pid]);
    },
  };
}

describeIdempotencyStore('PostgreSQL by MikroORM', openStore);
describeTransactionalIdempotencyStore('PostgreSQL by MikroORM', openStore);

describe('a transaction of MikroORM', () => {
  const open = () => createMikroOrmTransactionRunner(orm.em);

  it('is found by the code that runs in it, and only there', async () => {
    const { transaction, currentEntityManager } = open();
    await transaction(async (tx) => {
      await currentEntityManager()?.insert(Change, { id: randomUUID(), label: 'found' });
      expect((await tx.query('select label from change where label = $1', ['found'])).rows).toEqual([
        { label: 'found' },
      ]);
      expect(await orm.em.count(Change, { label: 'found' })).toBe(1);
    });
    expect(currentEntityManager()).toBeNull();
  });

  it('is joined by the transactions within it, and by em.transactional()', async () => {
    const { transaction } = open();
    const outer = transaction(async () => {
      await transaction(async () => void persist(orm.em, 'joined'));
      await orm.em.transactional(async (em) => void persist(em, 'nested'));
      throw new Error('the outer one fails');
    });
    await expect(outer).rejects.toThrow('the outer one fails');
    expect(await labels()).not.toEqual(expect.arrayContaining(['joined', 'nested']));
  });

  it('lets em.transactional() within it fail separately', async () => {
    const { transaction } = open();
    await transaction(async () => {
      persist(orm.em, 'before');
      await orm.em.flush();
      await orm.em
        .transactional(async (em) => {
          persist(em, 'failed');
          await em.flush();
          throw new Error('undone');
        })
        .catch(() => undefined);
    });
    expect(await labels()).toEqual(expect.arrayContaining(['before']));
    expect(await labels()).not.toContain('failed');
  });

  it('is not found by work that outlives it, whose changes are separate', async () => {
    const { transaction, currentEntityManager } = open();
    const over = Promise.withResolvers<void>();
    let late: Promise<void> | undefined;
    await transaction(async () => {
      late = over.promise.then(async () => {
        expect([currentEntityManager(), orm.em.isInTransaction()]).toEqual([null, false]);
        persist(orm.em, 'late');
        await orm.em.flush();
      });
    });
    const undone = transaction(async () => {
      over.resolve();
      await late;
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await labels()).toContain('late');
  });

  it('streams the rows of its own uncommitted changes', async () => {
    const { transaction } = open();
    const streamed: string[] = [];
    await transaction(async () => {
      persist(orm.em, 'streamed');
      await orm.em.flush();
      for await (const { label } of orm.em.stream(Change, { where: { label: 'streamed' } })) streamed.push(label);
    });
    expect(streamed).toEqual(['streamed']);
  });

  it('returns its connection to the pool when it was lost', async () => {
    const small = await MikroORM.init({ clientUrl: database.url, entities: [Change], pool: { max: 1 } });
    const { transaction } = createMikroOrmTransactionRunner(small.em);
    const lost = transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await outside.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      await tx.query('select 1');
    });
    await expect(lost).rejects.toThrow();
    expect(await transaction((tx) => tx.query('select 1 as one'))).toMatchObject({ rows: [{ one: 1 }] });
    await small.close();
  });

  it.each([
    ['the entity manager of an inner em.transactional()', (em: EntityManager) => () => em.execute('select 1')],
    [
      'the Kysely of its entity manager',
      (em: EntityManager) => {
        const kysely = em.getKysely();
        return () => kysely.selectNoFrom(({ lit }) => lit(1).as('one')).execute();
      },
    ],
  ])('refuses statements through %s kept after its end', async (_, keep) => {
    const { transaction } = open();
    const late = await transaction(() => orm.em.transactional(async (em) => keep(em)));
    await transaction(() => expect(late()).rejects.toThrow('The transaction has ended'));
  });
});
