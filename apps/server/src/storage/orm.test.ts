import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, createTestWorkspace, type TestDatabase } from '#testing/index.ts';
import { entities } from '../entities.ts';
import { CollectionEntity } from '../features/collections/collection.entity.ts';
import { Orm } from './orm.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Collections with the same code in two workspaces. */
async function createPair(code: string) {
  const at = new Date();
  const content = { code, name: code, description: null, translations: {}, position: 0, createdAt: at, updatedAt: at };
  const workspaces = [await createTestWorkspace(test.database), await createTestWorkspace(test.database)] as const;
  for (const { id } of workspaces) {
    await test.database.emOf(id).insert(CollectionEntity, { ...content, workspaceId: id, id: v7() });
  }
  return workspaces.map(({ id }) => id) as [string, string];
}

describe('the workspace filter', () => {
  it('refuses a query without a workspace', async () => {
    const em = test.database.orm.em.fork();
    await expect(em.find(CollectionEntity, {})).rejects.toThrow("No arguments provided for filter 'workspace'");
    await expect(em.count(CollectionEntity, {})).rejects.toThrow("filter 'workspace'");
    await expect(em.nativeDelete(CollectionEntity, {})).rejects.toThrow("filter 'workspace'");
  });

  it('shows the rows of one workspace only', async () => {
    const [own] = await createPair('filtered');
    const rows = await test.database.emOf(own).find(CollectionEntity, { code: 'filtered' });
    expect(rows.map(({ workspaceId }) => workspaceId)).toEqual([own]);
  });

  it('changes and deletes the rows of one workspace only', async () => {
    const [own, other] = await createPair('kept');
    await test.database.emOf(own).nativeUpdate(CollectionEntity, {}, { name: 'changed' });
    expect((await test.database.emOf(other).findOneOrFail(CollectionEntity, { code: 'kept' })).name).toBe('kept');
    await test.database.emOf(own).nativeDelete(CollectionEntity, {});
    expect(await test.database.emOf(other).count(CollectionEntity)).toBe(1);
  });
});

describe('the unit of work of a transaction', () => {
  it('is shared by everything in it, and different in every transaction', async () => {
    const { database } = test;
    const [own] = await createPair('fork');
    const managersOf = () =>
      database.transaction(async (tx) => [
        database.emOf(own),
        await database.transaction(async () => database.emOf(own)),
        await tx.savepoint(async () => database.emOf(own)),
      ]);
    const [first, second] = [new Set(await managersOf()), new Set(await managersOf())];
    expect([first.size, second.size, first.isDisjointFrom(second)]).toEqual([1, 1, true]);
  });

  it('writes the columns that differ, and none when nothing does', async () => {
    const [own] = await createPair('unit');
    const texts: string[] = [];
    await test.database.transaction(async () => {
      const em = test.database.emOf(own);
      const collection = await em.findOneOrFail(CollectionEntity, { code: 'unit' });
      const stop = test.database.onStatement((text) => texts.push(text));
      em.assign(collection, { name: 'unit', translations: {} });
      await em.flush();
      em.assign(collection, { name: 'renamed' });
      await em.flush();
      stop();
    });
    expect(texts).toEqual([expect.stringMatching(/^update "collection" set "name" = 'renamed' where/)]);
  });
});

describe('the list of entities', () => {
  it('gives Kysely the types of their tables', async () => {
    const orm = new Orm({ url: test.url, poolSize: 1, entities });
    const { sql } = orm.em.getKysely().selectFrom('collection').select(['id', 'position']).compile();
    expect(sql).toBe('select "id", "position" from "collection"');
    // @ts-expect-error -- no entity has this table
    orm.em.getKysely().selectFrom('collections');
    await orm.close();
  });
});
