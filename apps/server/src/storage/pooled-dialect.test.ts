import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { entities } from '../entities.ts';
import { WorkspaceEntity } from '../features/workspaces/workspace.entity.ts';
import { Orm } from './orm.ts';
import type { NamedQuery } from './pooled-dialect.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

it('sends the name of a compiled query, also in the transaction of statements beside the ORM', async () => {
  await test.database.transaction(async (tx) => {
    const kysely: Kysely<unknown> = tx.em.getKysely();
    const one = { ...kysely.selectNoFrom(({ lit }) => lit(1).as('one')).compile(), name: 'one' } satisfies NamedQuery;
    expect((await kysely.executeQuery(one)).rows).toEqual([{ one: 1 }]);
    await kysely.executeQuery(one);
    const { rows } = await tx.query(
      `select generic_plans + custom_plans as runs from pg_prepared_statements where name = 'one'`,
    );
    expect(rows).toEqual([{ runs: 2 }]);
  });
});

it('reads an instant as a Date, also through the ORM outside of a transaction', async () => {
  const { id } = await createTestWorkspace(test.database);
  const em = test.database.orm.em.fork();
  const { createdAt, catalogVersion } = await em.findOneOrFail(WorkspaceEntity, { id });
  expect([createdAt, catalogVersion]).toEqual([expect.any(Date), 1]);
  const kysely = em.getKysely<{ workspace: { id: string; created_at: Date } }>();
  const rows = await kysely.selectFrom('workspace').select('created_at as at').where('id', '=', id).execute();
  expect(rows).toEqual([{ at: createdAt }]);
});

it('returns the connection of a lost transaction to the pool', async () => {
  const orm = new Orm({ url: test.url, poolSize: 1, entities });
  const lost = orm.em.fork().transactional(async (em) => {
    const [row] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
    await test.database.query('select pg_terminate_backend($1, 5000)', [row?.pid ?? 0]);
    await em.execute('select 1');
  });
  await expect(lost).rejects.toThrow();
  expect((await orm.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await orm.close();
});

it('commits a transaction of the ORM, and rolls back only its savepoints', async () => {
  const orm = new Orm({ url: test.url, poolSize: 1, entities });
  const { id } = await createTestWorkspace(test.database);
  await orm.em.fork().transactional(async (em) => {
    const rename = async (name: string) => em.nativeUpdate(WorkspaceEntity, { id }, { name });
    await rename('kept');
    await em
      .transactional(async (inner) => {
        await inner.nativeUpdate(WorkspaceEntity, { id }, { name: 'undone' });
        throw new Error('undo');
      })
      .catch(() => undefined);
  });
  expect((await orm.em.fork().findOneOrFail(WorkspaceEntity, { id })).name).toBe('kept');
  await orm.close();
});

it('closes its pool with the ORM, even if the ORM never used it', async () => {
  const orm = new Orm({ url: test.url, poolSize: 1, entities });
  await orm.close();
  expect(orm.pool.ended).toBe(true);
});
