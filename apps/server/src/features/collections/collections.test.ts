import type { Collection, CollectionProductsResult, Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';
import { countStatements } from '#testing/index.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
beforeEach(async () => {
  api = await fixture.client();
});
afterAll(() => fixture.stop());

const create = async (input: Record<string, unknown>) => (await api.post<Collection>('/collections', input)).data;
const putProducts = (code: string, products: readonly string[]) =>
  api.put<CollectionProductsResult>(`/collections/${code}/products`, { products });
const skus = async (code: string, query = '') =>
  (await api.get<Product[]>(`/collections/${code}/products${query}`)).data.map(({ sku }) => sku);
const versions = async (...list: string[]) =>
  Promise.all(list.map(async (sku) => (await api.get<Product>(`/products/${sku}`)).data.version));

describe('a collection', () => {
  it('is created with defaults, at the end, and found by id and code', async () => {
    await create({ code: 'first', position: 4 });
    const translations = { de: { name: 'Sommer' } };
    const { status, data, headers } = await api.post<Collection>('/collections', { code: 'summer', translations });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/collections/${data.id}`);
    expect(data).toMatchObject({ name: 'summer', description: null, translations, position: 5, productCount: 0 });
    expect((await api.get('/collections/summer')).data).toEqual(data);
    expect((await api.get(`/collections/${data.id}`)).data).toEqual(data);
    expect((await api.get<Collection[]>('/collections')).data.map(({ code }) => code)).toEqual(['first', 'summer']);
  });

  it('has a code that is unique in its workspace', async () => {
    await create({ code: 'summer' });
    const { status, error } = await api.post('/collections', { code: 'summer' });
    expect([status, error.code, error.message]).toEqual([409, 'conflict', expect.stringContaining('"summer"')]);
    const other = await fixture.client();
    expect((await other.get('/collections/summer')).status).toBe(404);
    expect((await other.put('/collections/summer/products', { products: [] })).status).toBe(404);
  });

  it('changes the sent fields, and nothing when they are equal', async () => {
    const before = await create({ code: 'summer', translations: { de: { name: 'Sommer' } }, description: 'x' });
    const same = { name: 'summer', translations: { de: { name: 'Sommer' }, fr: null }, position: 0 };
    expect((await api.patch('/collections/summer', same)).data).toEqual(before);
    const { data } = await api.patch<Collection>('/collections/summer', { description: null, name: 'Summer' });
    expect(data).toMatchObject({ name: 'Summer', description: null, translations: { de: { name: 'Sommer' } } });
    const refused = await api.patch('/collections/summer', { translations: { es: { name: 'Verano' } } });
    expect(Object.keys(refused.error.details?.fieldErrors ?? {})).toEqual(['translations.es']);
    expect((await api.get('/collections/summer')).data).toEqual(data);
  });

  it('loses its products when it is deleted, each with a version and an event', async () => {
    await create({ code: 'summer' });
    await api.product({ sku: 'A' });
    await api.product({ sku: 'B' });
    await putProducts('summer', ['A']);
    const events = (await api.events()).length;
    expect((await api.delete('/collections/summer')).status).toBe(204);
    expect((await api.get<Product>('/products/A')).data).toMatchObject({ collections: [], version: 3 });
    expect(await versions('B')).toEqual([1]);
    expect((await api.events()).slice(events).map(({ type }) => type)).toEqual(['product.updated']);
    expect((await api.get('/collections/summer')).status).toBe(404);
  });
});

describe('the products of a collection', () => {
  beforeEach(async () => {
    await create({ code: 'summer' });
    for (const sku of ['A', 'B', 'C', 'D']) await api.product({ sku });
  });

  it('are shown in its order, a page at a time', async () => {
    await putProducts('summer', ['C', 'A', 'D', 'B']);
    expect(await skus('summer')).toEqual(['C', 'A', 'D', 'B']);
    const { text } = await api.get('/collections/summer/products?limit=3&page=2&locale=de');
    expect(JSON.parse(text)).toMatchObject({
      data: [{ sku: 'B', locale: 'de', fallbackFields: expect.arrayContaining(['name']) }],
      pagination: { page: 2, limit: 3, total: 4, totalPages: 2, hasMore: false },
    });
    expect((await api.get('/collections/summer/products?locale=es')).error.details?.fieldErrors).toHaveProperty(
      'locale',
    );
    expect((await api.get('/collections/unknown/products')).status).toBe(404);
  });

  it('are replaced by ids or SKUs, and only those that join or leave get a version and an event', async () => {
    const { data: a } = await api.get<Product>('/products/A');
    const first = await putProducts('summer', [a.id, 'B', 'C']);
    expect(first.data).toEqual({ productCount: 3, added: 3, removed: 0, moved: 0 });
    const events = (await api.events()).length;
    const second = await putProducts('summer', ['C', 'D', 'A']);
    expect(second.data).toEqual({ productCount: 3, added: 1, removed: 1, moved: 2 });
    expect(await skus('summer')).toEqual(['C', 'D', 'A']);
    expect(await versions('A', 'B', 'C', 'D')).toEqual([2, 3, 2, 2]);
    expect((await api.events()).slice(events).map(({ type }) => type)).toEqual(['product.updated', 'product.updated']);
    const { data: d } = await api.get<Product>('/products/D');
    expect(d.collections.map(({ code }) => code)).toEqual(['summer']);
    expect((await api.get<Product>('/products/B')).data.collections).toEqual([]);
  });

  it('are found by their id before another one with this id as its SKU', async () => {
    const { data: a } = await api.get<Product>('/products/A');
    expect((await api.patch('/products/B', { sku: a.id })).status).toBe(200);
    await putProducts('summer', [a.id]);
    expect(await skus('summer')).toEqual(['A']);
  });

  it('that do not change have no effect', async () => {
    await putProducts('summer', ['A', 'B']);
    const { data: before } = await api.get('/collections/summer');
    const same = await putProducts('summer', ['A', 'B']);
    expect(same.data).toEqual({ productCount: 2, added: 0, removed: 0, moved: 0 });
    expect((await api.get('/collections/summer')).data).toEqual(before);
    expect(await versions('A', 'B')).toEqual([2, 2]);
  });

  it('that only change their order do not change', async () => {
    await putProducts('summer', ['A', 'B']);
    const { data: before } = await api.get<Collection>('/collections/summer');
    expect((await putProducts('summer', ['B', 'A'])).data).toMatchObject({ added: 0, removed: 0, moved: 2 });
    expect(await skus('summer')).toEqual(['B', 'A']);
    expect(await versions('A', 'B')).toEqual([2, 2]);
    expect((await api.get<Collection>('/collections/summer')).data.updatedAt > before.updatedAt).toBe(true);
  });

  it('are refused when one is unknown or repeated, whether named by id or SKU', async () => {
    const { data: a } = await api.get<Product>('/products/A');
    const foreign = await fixture.client();
    const { id } = await foreign.product({ sku: 'FOREIGN' });
    const { status, error } = await putProducts('summer', ['A', 'nothing', 'B', a.id, id, 'a']);
    expect(status).toBe(422);
    expect(Object.keys(error.details?.fieldErrors ?? {})).toEqual([
      'products.1',
      'products.3',
      'products.4',
      'products.5',
    ]);
    expect(await skus('summer')).toEqual([]);
  });

  it('are counted', async () => {
    const counts = async () => (await api.get<Collection[]>('/collections')).data.map((c) => c.productCount);
    expect(await counts()).toEqual([0]);
    await putProducts('summer', ['A', 'B', 'C']);
    expect(await counts()).toEqual([3]);
    await api.delete('/products/A');
    expect(await counts()).toEqual([2]);
    await api.patch('/products/B', { collections: [] });
    expect((await api.patch<Collection>('/collections/summer', { name: 'Summer' })).data.productCount).toBe(1);
    expect(await skus('summer')).toEqual(['C']);
  });

  it('take the same number of statements, however many there are', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `P-${index}`);
    for (const sku of many) await api.product({ sku });
    const statements = async (products: readonly string[]) => {
      const counted = await countStatements(fixture.database, () => putProducts('summer', products));
      expect(counted.result.status).toBe(200);
      return counted.statements;
    };
    const few = await statements(['A']);
    expect(await statements([...many, 'A'])).toBe(few);
    expect(await statements([...many.toReversed(), 'B'])).toBe(few);
  });

  it('are those of one list when several are sent at once', async () => {
    const lists = [['A', 'B', 'C'], ['C', 'D'], ['D', 'B', 'A', 'C'], ['B']];
    const responses = await Promise.all(lists.map((list) => putProducts('summer', list)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const stored = await skus('summer');
    expect(lists).toContainEqual(stored);
    const members = await Promise.all(['A', 'B', 'C', 'D'].map((sku) => api.get<Product>(`/products/${sku}`)));
    const shown = members.filter(({ data }) => data.collections.length === 1).map(({ data }) => data.sku);
    expect(shown).toEqual(stored.toSorted());
  });
});
