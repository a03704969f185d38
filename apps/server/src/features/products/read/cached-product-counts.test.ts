import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';
import { countStatements } from '#testing/index.ts';
import { sqlStatement } from '../../../storage/index.ts';
import { CachedProductCounts } from './cached-product-counts.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
let counts: CachedProductCounts;
const countAll = sqlStatement({
  name: 'test.counts',
  parameters: { workspaceId: 'uuid' },
  row: { id: 'uuid', count: 'bigint' },
  text: `
    select coalesce(category_id, workspace_id) as id, count(*) as count from product
    where workspace_id = $workspaceId group by 1`,
});
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
beforeEach(async () => {
  api = await fixture.client();
  counts = new CachedProductCounts(fixture.database, countAll);
  await api.post('/categories', { code: 'mugs' });
  await api.product({ sku: 'A', category: 'mugs' });
});
afterAll(() => fixture.stop());

const total = async () => [...(await counts.of(api.workspace.id)).values()].reduce((sum, count) => sum + count, 0);
const statements = async () => (await countStatements(fixture.database, total)).statements;

describe('counts of products', () => {
  it('are computed once while no product changes', async () => {
    expect(await total()).toBe(1);
    expect(await statements()).toBe(1);
    await api.product({ sku: 'B', category: 'mugs' });
    expect(await statements()).toBe(2);
    expect(await total()).toBe(2);
  });

  it('are of one workspace', async () => {
    const other = await fixture.client();
    expect(await counts.of(other.workspace.id)).toEqual(new Map());
    expect(await total()).toBe(1);
  });

  it('are not cached from a transaction that is rolled back', async () => {
    const { database } = fixture;
    const change = (sku: string) =>
      database.transaction(async (tx) => {
        await tx.query('update product set category_id = null where workspace_id = $1', [api.workspace.id]);
        await tx.query('delete from product where workspace_id = $1 and sku = $2', [api.workspace.id, sku]);
        const touch = 'update workspace_change set products = products + 1 where workspace_id = $1 and slot = 0';
        await tx.query(touch, [api.workspace.id]);
        const within = await total();
        if (sku === 'A') throw new Error(`undone at ${within}`);
      });
    await expect(change('A')).rejects.toThrow('undone at 0');
    await change('no such product');
    // Both changes led to the same token, but only one of them was committed.
    expect(await total()).toBe(1);
  });
});
