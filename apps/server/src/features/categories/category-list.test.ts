import type { CategoryNode } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';
import { createTestContext } from '#testing/index.ts';
import { CachedProductCounts, countByCategory } from '../products/index.ts';
import { CategoryList } from './category-list.ts';
import { CategoriesRepository } from './index.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
beforeEach(async () => {
  api = await fixture.client();
  await api.post('/categories', { code: 'mugs' });
});
afterAll(() => fixture.stop());

function createList(maxBytes?: number): CategoryList {
  const { database } = fixture;
  const categories = new CategoriesRepository(database);
  const counts = new CachedProductCounts(database, countByCategory);
  return new CategoryList({ categories, counts, ...(maxBytes !== undefined && { maxBytes }) });
}

const render = (list: CategoryList, format: 'tree' | 'flat' = 'tree') =>
  list.render(createTestContext(api.workspace), format);

const nodesOf = (json: Uint8Array) => (JSON.parse(Buffer.from(json).toString()) as { data: CategoryNode[] }).data;

/** How often the work reads the rows of categories. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  const texts: string[] = [];
  const stop = fixture.database.onStatement((text) => texts.push(text));
  await work();
  stop();
  return texts.filter((text) => text.includes('from "category"')).length;
}

it('reads the categories once while nothing changes', async () => {
  const list = createList();
  const first = await render(list);
  expect(await countReads(async () => expect(await render(list)).toBe(first))).toBe(0);
});

it('shows each change of a category, whichever process made it', async () => {
  const list = createList();
  await render(list);
  await api.patch('/categories/mugs', { name: 'Mugs' });
  expect(nodesOf(await render(list)).map(({ name }) => name)).toEqual(['Mugs']);
  await api.delete('/categories/mugs');
  expect(nodesOf(await render(list))).toEqual([]);
});

it('shows each change of the numbers of products', async () => {
  const list = createList();
  await render(list);
  await api.product({ sku: 'MUG-1', category: 'mugs' });
  expect(nodesOf(await render(list)).map(({ productCount }) => productCount)).toEqual([1]);
});

it('caches each format separately, and nothing beyond its limit', async () => {
  const [list, small] = [createList(), createList(10)];
  for (const each of [list, small]) for (const format of ['tree', 'flat'] as const) await render(each, format);
  expect(await countReads(() => Promise.all([render(list, 'tree'), render(list, 'flat')]))).toBe(0);
  expect(await countReads(() => render(small, 'flat'))).toBe(1);
});
