import type { Attribute, CategoryNode, Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';
import { countStatements } from '#testing/index.ts';
import { catalogParts } from '../../catalog-parts.ts';
import type { Database } from '../../storage/index.ts';
import { CachedCatalogReader, PostgresCatalogLocks } from './index.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
let locks: PostgresCatalogLocks;
let catalog: CachedCatalogReader;
beforeAll(async () => {
  fixture = await createCatalogFixture();
  const { database } = fixture;
  locks = new PostgresCatalogLocks(database);
  catalog = new CachedCatalogReader({ database, locks, parts: catalogParts });
});
beforeEach(async () => {
  api = await fixture.client();
});
afterAll(() => fixture.stop());

const snapshot = () => catalog.snapshot(api.workspace.id);
const uuidOf = async (code: string) => (await snapshot()).category(code)?.id;

describe('a snapshot of the catalog', () => {
  it('contains what rules and filters need, by id and code', async () => {
    const { data: kitchen } = await api.post<CategoryNode>('/categories', { code: 'kitchen', name: 'Kitchen' });
    await api.post('/categories', { code: 'mugs', parent: 'kitchen' });
    await api.post('/categories', { code: kitchen.id });
    await api.post('/collections', { code: 'summer' });
    const pattern = '^[a-z]+$';
    await api.post('/attributes', { code: 'size', type: 'text', unique: true, validation: { pattern } });
    const found = await snapshot();
    expect(found.category(kitchen.id)).toMatchObject({ code: 'kitchen', name: 'Kitchen', parentId: null });
    expect(found.category('kitchen')).toBe(found.category(kitchen.id));
    expect(found.categoryById(found.category('mugs')?.parentId ?? '')).toBe(found.category('kitchen'));
    expect(found.category('unknown')).toBeUndefined();
    expect(found.collection('summer')?.code).toBe('summer');
    const [kitchenId, mugsId] = [await uuidOf('kitchen'), await uuidOf('mugs')];
    expect(found.subtree(kitchenId ?? '')).toEqual([kitchenId, mugsId]);
    expect(found.attribute('size')).toMatchObject({ unique: true, required: false, pattern: { source: pattern } });
    expect([...found.attributes()].map(({ code }) => code)).toEqual(['size']);
  });

  it('is read once for each version of the catalog', async () => {
    const first = await snapshot();
    const again = await countStatements(fixture.database, snapshot);
    expect(again.result).toBe(first);
    expect(again.statements).toBe(1);
    await api.post('/categories', { code: 'mugs' });
    const moved = await countStatements(fixture.database, () => Promise.all([snapshot(), snapshot(), snapshot()]));
    expect(new Set(moved.result).size).toBe(1);
    expect(moved.texts.filter((text) => text.includes('json_agg'))).toHaveLength(1);
    expect(moved.result[0]).not.toBe(first);
    expect(moved.result[0]?.category('mugs')).toBeDefined();
  });

  it('is read alone by transactions that hold locks, which wait for no other and let no other wait', async () => {
    const { database } = fixture;
    let completed = 0;
    const run: Database['run'] = async (statement, parameters) => {
      const rows = await database.run(statement, parameters);
      completed += 1;
      return rows;
    };
    const reader = new CachedCatalogReader({ database: { run } as Database, locks, parts: catalogParts });
    const shared = () => reader.snapshot(api.workspace.id);
    const alone = () => reader.snapshot(api.workspace.id, { alone: true });
    await shared();
    await api.post('/categories', { code: 'mugs' });
    completed = 0;
    const [locked, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = database.transaction(async (tx) => {
      await tx.query('lock table category in access exclusive mode');
      locked.resolve();
      await read.promise;
    });
    await locked.promise;
    const reading = Promise.all([alone(), shared(), shared(), alone()]);
    const waiting = "select from pg_locks where relation = 'category'::regclass and not granted";
    await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(3);
    // Each has looked at the version.
    await expect.poll(() => completed).toBe(4);
    read.resolve();
    await holding;
    const found = await reading;
    expect(new Set(found).size).toBe(3);
    expect(found[1]).toBe(found[2]);
    for (const each of found) expect(each.category('mugs')).toBeDefined();
    const again = await countStatements(database, alone);
    expect(found).toContain(again.result);
    expect(again.statements).toBe(1);
  });

  it('is private to a change until that is committed', async () => {
    const { database } = fixture;
    const before = await snapshot();
    const rename = (name: string) =>
      database.query('update category set name = $2 where workspace_id = $1', [api.workspace.id, name]);
    await api.post('/categories', { code: 'mugs' });
    const undone = database.transaction(async () => {
      await locks.change(api.workspace.id);
      await rename('undone');
      expect((await snapshot()).category('mugs')?.name).toBe('undone');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await database.transaction(async () => {
      await locks.change(api.workspace.id);
      await rename('done');
    });
    // Both changes took the same next version, but only one of them was committed.
    expect((await snapshot()).category('mugs')?.name).toBe('done');
    expect(before.category('mugs')).toBeUndefined();
  });

  it('is refused for a workspace that does not exist', async () => {
    const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
    await expect(catalog.snapshot(unknown)).rejects.toThrow('does not exist');
    await expect(catalog.snapshot(unknown)).rejects.toThrow('does not exist');
  });
});

describe('the locks of the catalog', () => {
  const waiting = async () => {
    const text = `select count(*) as count from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    return (await fixture.database.query<{ count: number }>(text)).rows[0]?.count;
  };

  it('let product writes run concurrently, and a change run alone', async () => {
    const { database } = fixture;
    const { id } = api.workspace;
    const release = Promise.withResolvers<void>();
    const steps: string[] = [];
    const enter = (step: string, lock: () => Promise<void>, until?: Promise<void>) =>
      database.transaction(async () => {
        await lock();
        steps.push(step);
        await until;
      });
    const shared = ['a', 'b'].map((step) => enter(step, () => locks.share(id), release.promise));
    await expect.poll(() => steps.toSorted()).toEqual(['a', 'b']);
    const change = enter('change', () => locks.change(id));
    await expect.poll(waiting).toBe(1);
    const other = await fixture.client();
    await enter('other workspace', () => locks.change(other.workspace.id));
    release.resolve();
    await Promise.all([...shared, change]);
    expect(steps.slice(2)).toEqual(['other workspace', 'change']);
  });

  it('can only be held in a transaction', async () => {
    await expect(locks.share(api.workspace.id)).rejects.toThrow('open one first');
    await expect(locks.change(api.workspace.id)).rejects.toThrow('open one first');
  });

  it('keep values of an attribute from outliving it', async () => {
    for (let round = 0; round < 5; round++) {
      const code = `size${round}`;
      await api.post<Attribute>('/attributes', { code, type: 'text' });
      const skus = Array.from({ length: 6 }, (_, index) => `P-${round}-${index}`);
      const [deleted, ...saved] = await Promise.all([
        api.delete(`/attributes/${code}`),
        ...skus.map((sku) => api.post<Product>('/products', { sku, name: sku, attributes: { [code]: 'l' } })),
      ]);
      expect(deleted.status).toBe(204);
      expect(saved.filter(({ status }) => status !== 201 && status !== 422)).toEqual([]);
      const { data } = await api.get<Product[]>('/products?limit=250');
      expect(data.filter(({ attributes }) => code in attributes)).toEqual([]);
    }
  });
});
