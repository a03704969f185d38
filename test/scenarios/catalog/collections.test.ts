import type { CollectionProductsResult } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type AnyRecord, type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});

beforeEach(async () => {
  open = await openWorkspace(app);
  await open.collection('summer');
  for (const sku of ['A', 'B', 'C', 'D']) await open.product(sku);
});

const put = (products: readonly string[]) =>
  open.put<CollectionProductsResult>('/collections/summer/products', { products });
const skus = async (query = '') =>
  (await open.read<AnyRecord[]>(`/collections/summer/products${query}`)).map(({ sku }) => sku);
const versions = async () => (await open.read<AnyRecord[]>('/products?sort=sku')).map(({ version }) => version);

describe('the products of a collection', () => {
  it('are listed in its order, like products', async () => {
    await put(['C', 'A', 'D']);
    expect(await skus()).toEqual(['C', 'A', 'D']);
    const [listed] = await open.read<AnyRecord[]>('/collections/summer/products');
    expect(listed).toEqual((await open.read<AnyRecord[]>('/products?sku=C'))[0]);
    expect(await open.read('/collections/summer')).toMatchObject({ productCount: 3 });
    expect(await open.read('/collections')).toMatchObject([{ code: 'summer', productCount: 3 }]);
  });

  it('are returned in pages', async () => {
    await put(['C', 'A', 'D']);
    const first = await open.api.get('/collections/summer/products?limit=2');
    expect(first.pagination).toMatchObject({ page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true });
    expect([await skus('?limit=2'), await skus('?limit=2&page=2'), await skus('?page=3')]).toEqual([
      ['C', 'A'],
      ['D'],
      [],
    ]);
    expect((await open.api.get('/collections/summer/products?limit=2&page=2')).pagination.hasMore).toBe(false);
    for (const query of ['limit=0', 'limit=251', 'page=0', 'sort=sku']) {
      expectInvalid(await open.api.get(`/collections/summer/products?${query}`), query.split('=')[0] as string);
    }
  });

  it('need the scopes of products and of the catalog to be read', async () => {
    for (const scope of ['catalog:read', 'products:read'] as const) {
      const { key } = await app.createKey(open.workspace, [scope]);
      const { message } = expectError(await app.api(key).get('/collections/summer/products'), 'forbidden');
      expect(message).toContain(scope === 'catalog:read' ? 'products:read' : 'catalog:read');
    }
  });
});

describe('replacing them', () => {
  it('reports how many joined, left and moved', async () => {
    expect(await put(['A', 'B', 'C'])).toEqual({ productCount: 3, added: 3, removed: 0, moved: 0 });
    expect(await put(['A', 'B', 'C'])).toEqual({ productCount: 3, added: 0, removed: 0, moved: 0 });
    expect(await put(['D', 'A', 'B', 'C'])).toEqual({ productCount: 4, added: 1, removed: 0, moved: 0 });
    expect(await put(['C', 'A', 'B'])).toMatchObject({ productCount: 3, added: 0, removed: 1 });
    expect(await skus()).toEqual(['C', 'A', 'B']);
    expect(await put([])).toEqual({ productCount: 0, added: 0, removed: 3, moved: 0 });
    expect(await skus()).toEqual([]);
  });

  it('counts those that moved among those that stayed', async () => {
    await put(['A', 'B', 'C', 'D']);
    expect(await put(['B', 'A', 'C', 'D'])).toMatchObject({ added: 0, removed: 0, moved: 2 });
    expect(await put(['B', 'C', 'D'])).toMatchObject({ removed: 1, moved: 0 });
  });

  it('changes the products that join or leave, and no others', async () => {
    await put(['A', 'B']);
    expect(await versions()).toEqual([2, 2, 1, 1]);
    await open.newEvents();
    await put(['B', 'A']);
    expect(await versions()).toEqual([2, 2, 1, 1]);
    expect(await open.newEvents()).toEqual([]);
    await put(['C', 'B']);
    expect(await versions()).toEqual([3, 2, 2, 1]);
    const event = { type: 'product.updated', changedFields: ['collections'], previousStatus: null, payload: null };
    expect(await open.newEvents()).toEqual(
      expect.arrayContaining([
        { ...event, version: 3 },
        { ...event, version: 2 },
      ]),
    );
    const { id } = await open.read('/collections/summer');
    expect(await open.read('/products/C')).toMatchObject({ collections: [{ id, code: 'summer' }] });
    expect(await open.read('/products/A')).toMatchObject({ collections: [] });
  });

  it('accepts ids and SKUs, and names those that are unknown or repeated', async () => {
    const { id } = await open.read('/products/B');
    expect(await put(['A', id])).toMatchObject({ added: 2 });
    const refuse = async (products: unknown, ...fields: string[]) =>
      expectInvalid(await open.api.put('/collections/summer/products', { products }), ...fields);
    await refuse(['A', 'X', 'B', 'Y'], 'products.1', 'products.3');
    await refuse(['A', 'B', 'A'], 'products.2');
    await refuse(['B', id], 'products.1');
    await refuse(['A', 7], 'products.1');
    await refuse('A', 'products');
    expectInvalid(await open.api.put('/collections/summer/products', {}), 'products');
    expectInvalid(await open.api.put('/collections/summer/products', { products: [], sort: 'sku' }), 'sort');
    expect(await skus()).toEqual(['A', 'B']);
  });

  it('accepts up to 10,000', async () => {
    const named = Array.from({ length: 10_001 }, (_, index) => `X-${index}`);
    expectInvalid(await open.api.put('/collections/summer/products', { products: named }), 'products');
    const { details } = expectError(
      await open.api.put('/collections/summer/products', { products: named.slice(1) }),
      'validation_failed',
    );
    expect(details?.fieldErrors).not.toHaveProperty('products');
  });
});

describe('a product', () => {
  it('joins and leaves collections by its own changes, at the end of their order', async () => {
    await open.collection('sale');
    await put(['C', 'A']);
    await open.patch('/products/B', { collections: ['sale', 'summer'] });
    expect(await skus()).toEqual(['C', 'A', 'B']);
    await open.patch('/products/C', { collections: [] });
    expect(await skus()).toEqual(['A', 'B']);
    await open.patch('/products/B', { stock: 3 });
    await open.patch('/products/A', { collections: ['summer', 'sale'] });
    expect(await skus()).toEqual(['A', 'B']);
    expect(await open.read('/collections/sale')).toMatchObject({ productCount: 2 });
  });

  it('leaves its collections when it is deleted', async () => {
    await put(['C', 'A', 'B']);
    await open.remove('/products/A');
    expect(await skus()).toEqual(['C', 'B']);
    expect(await open.read('/collections/summer')).toMatchObject({ productCount: 2 });
  });

  it('does not change when its collection is renamed', async () => {
    await put(['A']);
    const before = await open.read('/products/A');
    await open.patch('/collections/summer', { name: 'Summer sale', position: 4 });
    expect(await open.read('/products/A')).toEqual(before);
  });
});

describe('a collection', () => {
  it('has its position, and its own texts', async () => {
    await open.collection('b');
    await open.collection('first', {
      position: -5,
      description: 'The first.',
      translations: { de: { name: 'Erste' } },
    });
    const listed = await open.read<AnyRecord[]>('/collections');
    expect(listed.map(({ code }) => code)).toEqual(['first', 'summer', 'b']);
    expect(listed[0]).toMatchObject({
      description: 'The first.',
      translations: { de: { name: 'Erste' } },
      productCount: 0,
    });
    expect(await open.patch('/collections/first', { description: null })).toMatchObject({ description: null });
  });
});
