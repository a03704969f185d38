import type { Asset, Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
let asset: Asset;
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
beforeEach(async () => {
  api = await fixture.client();
  await api.post('/attributes', { code: 'note', type: 'text', usableAsAxis: true });
  await api.post('/collections', { code: 'sale' });
  for (const code of ['old', 'new']) await api.post('/categories', { code });
  asset = (await api.post<Asset>('/assets', { url: 'https://cdn.example.com/logo.png', download: false })).data;
  const images = [{ assetId: asset.id }];
  const product = { images, name: 'Mug', category: 'old', collections: ['sale'], attributes: { note: 'x' } };
  for (const [prefix, count] of Object.entries({ A: 500, B: 500, C: 3 })) {
    const items = Array.from({ length: count }, (_, index) => ({ sku: `${prefix}-${index}`, ...product }));
    await api.post('/products/bulk', { items });
  }
});
afterAll(() => fixture.stop());

/** How many transactions saved products, before and while the catalog or the asset was locked. */
async function savesOf(work: () => Promise<unknown>): Promise<{ before: number; locked: number }> {
  const saves = { before: 0, locked: 0 };
  let locked = false;
  let saved = false;
  const end = fixture.database.onStatement((text) => {
    if (text.includes('pg_advisory_xact_lock(') || text.includes('for update')) locked = true;
    if (text.includes('insert into product (') && !saved) {
      saves[locked ? 'locked' : 'before'] += 1;
      saved = true;
    }
    if (text === 'commit') [locked, saved] = [false, false];
  });
  await work();
  end();
  return saves;
}

async function all(): Promise<Product[]> {
  const products: Product[] = [];
  for (let page = 1; page <= 5; page += 1) {
    products.push(...(await api.get<Product[]>(`/products?limit=250&sort=sku:asc&page=${page}`)).data);
  }
  return products;
}

describe.each([
  ['an attribute', () => '/attributes/note', { attributes: {} }],
  ['a category', () => '/categories/old?reassign_to=new', { category: { code: 'new' } }],
  ['a collection', () => '/collections/sale', { collections: [] }],
  ['an asset', () => `/assets/${asset.id}`, { images: [] }],
])('the deletion of %s that very many products have', (_, pathOf, expected) => {
  it('rewrites them in short transactions, and only the rest while it locks other writers out', async () => {
    const path = pathOf();
    const saves = await savesOf(async () => {
      expect((await api.delete(path)).status).toBe(204);
    });
    expect(saves).toEqual({ before: 2, locked: 1 });
    const products = await all();
    expect(products).toHaveLength(1003);
    for (const product of products) expect(product).toMatchObject({ ...expected, version: 2 });
    expect((await api.get(path)).status).toBe(404);
  });
});
