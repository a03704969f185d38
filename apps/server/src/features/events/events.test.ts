import { EventPageSchema, eventTypes, isOptIn, type Product } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogClient, type CatalogFixture, createCatalogFixture } from '#testing/catalog/catalog-fixture.ts';
import { follow, readPage } from '#testing/events/feed-reader.ts';
import { countStatements, settled } from '#testing/index.ts';
import { decodeId, encodeId } from '../../kernel/index.ts';

let fixture: CatalogFixture;
let api: CatalogClient;
beforeAll(async () => {
  fixture = await createCatalogFixture();
});
beforeEach(async () => {
  api = await fixture.client();
});
afterAll(() => fixture.stop());

const settle = () => settled(fixture.database);
const products = async (count: number) => {
  for (let index = 0; index < count; index += 1) await api.product({ sku: `P${index}` });
  await settle();
};
const refusalOf = async (query: string) => {
  const { status, error } = await api.get(`/events?${query}`);
  expect(status).toBe(422);
  return error.details?.fieldErrors;
};

describe('an event', () => {
  it('of every kind of change has the envelope and the data of its type (API behavior 13.1)', async () => {
    await api.product({ sku: 'MUG' });
    await api.patch('/products/MUG', { price: 5, translations: { de: { name: 'Tasse' } } });
    const { data: approved } = await api.patch<Product>('/products/MUG', { status: 'approved' });
    await api.delete('/products/MUG');
    const { data: category } = await api.post('/categories', { code: 'mugs', name: 'Mugs' });
    const { data: renamed } = await api.patch('/categories/mugs', { name: 'Cups' });
    await api.delete('/categories/mugs');
    const { data: attribute } = await api.post('/attributes', { code: 'color', type: 'color', label: 'Colour' });
    const { data: labelled } = await api.patch('/attributes/color', { label: 'Color' });
    await api.delete('/attributes/color');
    await settle();
    const { events } = await follow(api, null);
    expect(events.map(({ type }) => type)).toEqual([
      'product.created',
      'product.updated',
      'product.updated',
      'product.status_changed',
      'product.deleted',
      'category.created',
      'category.updated',
      'category.deleted',
      'attribute.created',
      'attribute.updated',
      'attribute.deleted',
    ]);
    const ofChanges = eventTypes.filter((type) => /^(product|category|attribute)\./.test(type) && !isOptIn(type));
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(ofChanges));
    expect(EventPageSchema.shape.data.safeParse(events).error).toBeUndefined();
    const [created, updated, , statusChanged, deleted, ...ofCatalog] = events.map(({ data }) => data);
    const { completenessDetails: _, ...product } = approved;
    const { id } = product;
    expect(created).toMatchObject({ product: { id, sku: 'MUG', version: 1, status: 'draft', price: null } });
    expect(updated).toMatchObject({ product: { version: 2, price: 5, status: 'draft' } });
    expect(updated).toHaveProperty('changedFields', ['price', 'prices.EUR', 'translations.de.name', 'completeness']);
    expect(statusChanged).toEqual({ product, changedFields: ['status'], previousStatus: 'draft' });
    expect(deleted).toEqual({ id, sku: 'MUG' });
    const { id: categoryId } = category as Product;
    const { id: attributeId } = attribute as Product;
    expect(ofCatalog).toEqual([
      category,
      renamed,
      { id: categoryId, code: 'mugs', name: 'Cups' },
      attribute,
      labelled,
      { id: attributeId, code: 'color', label: 'Color' },
    ]);
    for (const event of events) {
      expect(Object.keys(event)).toEqual(['id', 'type', 'createdAt', 'workspaceId', 'data']);
      expect(event.workspaceId).toBe(encodeId('workspace', api.workspace.id));
    }
  });

  it('shows the product as the change left it, byte for byte its version', async () => {
    await api.product({ sku: 'MUG', description: '😀 "quoted" \u2028 </script>' });
    await api.patch('/products/MUG', { price: 1.5 });
    await settle();
    const [first, second] = (await api.get('/events')).text.split('"product.updated"') as [string, string];
    for (const [version, page] of [first, second].entries()) {
      const { text } = await api.get(`/products/MUG/versions/${version + 1}`);
      expect(page).toContain(`"data":{"product":${text.slice('{"data":'.length, -1)}`);
    }
  });
});

describe('the feed', () => {
  it('of a new workspace is empty and has no next position', async () => {
    const empty = { data: [], pagination: { hasMore: false, next: null } };
    expect(await readPage(api)).toEqual(empty);
    expect(await readPage(api, 'after=latest')).toEqual(empty);
    expect(await readPage(api, 'types=product.deleted')).toEqual(empty);
  });

  it.each([1, 2, 3, 7, 250])('comes whole in pages of %i', async (limit) => {
    await products(7);
    const { data: whole } = await readPage(api);
    expect(whole.map(({ data }) => (data as { product: Product }).product.sku)).toEqual(
      Array.from({ length: 7 }, (_, index) => `P${index}`),
    );
    const { events, next } = await follow(api, null, `limit=${limit}`);
    expect(events).toEqual(whole);
    expect(next).toBe(whole.at(-1)?.id);
  });

  it('has 50 events per page by default', async () => {
    const items = Array.from({ length: 60 }, (_, index) => ({ sku: `P${index}`, name: 'Lamp' }));
    await api.post('/products/bulk', { items });
    await settle();
    const { data, pagination } = await readPage(api);
    expect([data.length, pagination.hasMore]).toEqual([50, true]);
  });

  it('keeps its position while nothing happens, and continues from there', async () => {
    await products(2);
    const { next } = await follow(api, null);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await readPage(api, `after=${next}`)).toEqual({ data: [], pagination: { hasMore: false, next } });
    }
    await api.delete('/products/P1');
    await settle();
    const { data } = await readPage(api, `after=${next}`);
    expect(data).toMatchObject([{ type: 'product.deleted', data: { sku: 'P1' } }]);
  });

  it('returns its end without reading it', async () => {
    await products(3);
    const { next } = await follow(api, null);
    expect(await readPage(api, 'after=latest')).toEqual({ data: [], pagination: { hasMore: false, next } });
  });

  it('shows nothing of another workspace', async () => {
    const other = await fixture.client();
    await other.product({ sku: 'THEIRS' });
    await products(1);
    expect(await readPage(api)).toMatchObject({ data: [{ data: { product: { sku: 'P0' } } }] });
    const [event] = (await readPage(other)).data;
    expect(await refusalOf(`after=${event?.id}`)).toEqual({ after: expect.stringContaining('30 days') });
  });

  it('takes one statement per page, however long it is', async () => {
    await products(6);
    const count = async (query: string) =>
      (await countStatements(fixture.database, () => readPage(api, query))).texts.filter((text) =>
        text.includes('outbox'),
      ).length;
    const { next } = (await readPage(api, 'limit=1')).pagination;
    for (const query of [
      'limit=1',
      'limit=250',
      `after=${next}`,
      'types=product.created,category.deleted',
      'after=latest',
    ])
      expect(await count(query)).toBe(1);
  });
});

describe('a filter by type', () => {
  it('leaves out the others and continues after them', async () => {
    await products(4);
    await api.delete('/products/P1');
    await api.patch('/products/P2', { price: 1 });
    await api.patch('/products/P3', { status: 'approved' });
    await settle();
    const { events, next: end } = await follow(api, null);
    const wanted = ['product.deleted', 'product.status_changed'];
    const expected = events.filter(({ type }) => wanted.includes(type));
    for (const limit of [1, 2, 3]) {
      const filtered = await follow(api, null, `limit=${limit}&types=${wanted.join()}`);
      expect(filtered).toEqual({ events: expected, next: end });
    }
    const none = await readPage(api, 'types=attribute.deleted');
    expect(none).toEqual({ data: [], pagination: { hasMore: false, next: end } });
  });

  it('continues in short pages through many events of other types', async () => {
    await api.product({ sku: 'FIRST' });
    await fixture.database.query(
      `insert into outbox (workspace_id, id, type, subject_id, payload, created_at)
       select $1, gen_random_uuid(), 'category.deleted', gen_random_uuid(), '{}', now() from generate_series(1, 12000)`,
      [api.workspace.id],
    );
    await api.product({ sku: 'LAST' });
    await settle();
    const { events } = await follow(api, null, 'types=product.created');
    expect(events).toMatchObject(['FIRST', 'LAST'].map((sku) => ({ data: { product: { sku } } })));
    const first = await readPage(api, 'types=product.created');
    expect(first).toMatchObject({ data: { length: 1 }, pagination: { hasMore: true } });
  });
});

describe('an event that must be requested by name', () => {
  const images = [{ url: 'https://example.com/1.jpg' }];
  const complete = { name: 'Mug', description: 'Blue.', category: 'mugs', price: 1, images };
  const optIn = 'product.became_complete,product.became_incomplete';

  it('contains its product and what is missing, as the contract says', async () => {
    await api.post('/categories', { code: 'mugs' });
    await api.product({ sku: 'MUG', ...complete });
    await api.patch('/products/MUG', { description: null });
    await settle();
    const page = await readPage(api, `types=${optIn}`);
    expect(page.data.map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'product.became_complete',
        data: { product: expect.objectContaining({ sku: 'MUG', version: 1, completeness: 100 }) },
      },
      {
        type: 'product.became_incomplete',
        data: { product: expect.objectContaining({ version: 2, completeness: 80 }), missing: ['description'] },
      },
    ]);
    expect(EventPageSchema.safeParse(page).error).toBeUndefined();
  });

  it('is deleted with the versions of its product', async () => {
    await api.post('/categories', { code: 'mugs' });
    await api.product({ sku: 'MUG', ...complete });
    await api.patch('/products/MUG', { description: null });
    await api.delete('/products/MUG');
    await fixture.database.query('delete from product_version where workspace_id = $1', [api.workspace.id]);
    await settle();
    expect((await readPage(api, `types=${optIn},product.deleted`)).data).toMatchObject([{ type: 'product.deleted' }]);
  });

  it.each([1, 2, 3])('is left out of a feed without types, whose pages of %i stay full', async (limit) => {
    await api.post('/categories', { code: 'mugs' });
    const items = Array.from({ length: 6 }, (_, index) => ({ sku: `P${index}`, ...complete }));
    await api.post('/products/bulk', { items });
    await settle();
    const pages: number[] = [];
    for (let next = '', hasMore = true; hasMore; ) {
      const { data, pagination } = await readPage(api, `limit=${limit}${next}`);
      pages.push(data.length);
      expect(data.filter(({ type }) => isOptIn(type))).toEqual([]);
      next = `&after=${pagination.next}`;
      hasMore = pagination.hasMore;
    }
    expect(pages.slice(0, -1)).toEqual(pages.slice(0, -1).map(() => limit));
    expect(pages.at(-1)).toBeGreaterThan(0);
    const { events } = await follow(api, null, `limit=${limit}&types=${optIn}`);
    expect(events).toHaveLength(6);
  });
});

describe('a query', () => {
  it('is refused, naming the wrong field', async () => {
    expect(await refusalOf('after=prd_01k9f2v6m8e5fa1s3tqzc7d4xm')).toHaveProperty('after');
    expect(await refusalOf('after=')).toHaveProperty('after');
    expect(await refusalOf('types=product.sold')).toHaveProperty('types.0');
    for (const limit of ['0', '251', 'x']) expect(await refusalOf(`limit=${limit}`)).toHaveProperty('limit');
    expect(await refusalOf('page=2')).toHaveProperty('page');
  });

  it('with an event that is unknown or no longer kept is refused, and says how long events are kept', async () => {
    await products(3);
    const { data } = await readPage(api);
    const [first, second] = data.map(({ id }) => id);
    await fixture.database.query('delete from outbox where id = $1', [decodeId('event', first ?? '')]);
    for (const id of [first, 'evt_01k9f2v6m8e5fa1s3tqzc7d4xm', 'evt_zzzzzzzzzzzzzzzzzzzzzzzzzz']) {
      expect(await refusalOf(`after=${id}`)).toEqual({ after: expect.stringContaining('30 days') });
    }
    expect((await readPage(api, `after=${second}`)).data).toHaveLength(1);
  });
});

it('the deletion of a product remains when its versions are gone', async () => {
  await api.product({ sku: 'MUG' });
  await api.delete('/products/MUG');
  await fixture.database.query('delete from product_version where workspace_id = $1', [api.workspace.id]);
  await settle();
  expect((await readPage(api)).data).toMatchObject([{ type: 'product.deleted' }]);
});

it('pages follow the contract', async () => {
  await products(1);
  expect(EventPageSchema.safeParse(await readPage(api)).error).toBeUndefined();
});
