import { ApiRequestError } from '@contract-kit/client';
import { type App, startApp } from '@product-content/test-support/app-server';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOrExplain, deleteIfThere } from '../../docs/guides/snippets/typed-client/errors.ts';
import { type Api, connect, createProduct } from '../../docs/guides/snippets/typed-client/first-product.ts';
import { findDraftSkus, readNewEvents } from '../../docs/guides/snippets/typed-client/lists.ts';
import { receiveStock } from '../../docs/guides/snippets/typed-client/updates.ts';

let app: App;
let api: Api;

beforeAll(async () => {
  app = await startApp();
  api = connect(app.baseUrl, (await app.createKey(await app.createWorkspace())).key);
});

// Each test goes on from the one before.
describe("the guide's typed client", { shuffle: false }, () => {
  it('creates a product, and reads it only when it changed', async () => {
    expect(await createProduct(api, 'LAMP-1')).toMatch(/^LAMP-1 has version 1 and the tag ".+"$/);
    const { etag, rate } = await api.products.get({ params: { idOrSku: 'LAMP-1' } });
    expect(rate?.limit).toBe(600);
    const again = await api.products.get({ params: { idOrSku: 'LAMP-1' }, ifNoneMatch: String(etag) });
    expect(again.status).toBe(304);
  });

  it('tells failures apart by code', async () => {
    expect(await createOrExplain(api, 'LAMP-2')).toMatch(/^prd_/);
    expect(await createOrExplain(api, 'LAMP-2')).toBe('LAMP-2 is taken');
    expect(JSON.parse(await createOrExplain(api, 'LAMP 2'))).toHaveProperty('sku');
    await expect(createOrExplain(connect(app.baseUrl, 'pcm_wrong'), 'X')).rejects.toThrow(ApiRequestError);
    await deleteIfThere(api, 'LAMP-2');
    await deleteIfThere(api, 'LAMP-2');
  });

  it('creates once, however often it is asked with one key', async () => {
    const create = () => api.products.create({ body: { sku: 'ONCE', name: 'Once' }, idempotencyKey: 'the-key' });
    const answers = await Promise.all([create(), create(), create()]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(2);
  });

  it('walks through lists and feeds', async () => {
    const latest = await api.events.list({ query: { after: 'latest' } });
    const items = Array.from({ length: 300 }, (_, index) => ({ sku: `P${index}`, name: 'P' }));
    await api.products.bulk({ body: { items } });
    const skus = await findDraftSkus(api);
    expect(new Set(skus).size).toBe(skus.length);
    expect(skus).toEqual(expect.arrayContaining(items.map(({ sku }) => sku)));
    const { types, place } = await readNewEvents(api, String(latest.body.pagination.next));
    expect(types).toHaveLength(300);
    expect((await readNewEvents(api, place)).types).toEqual([]);
  });

  it('loses no change when several write at once', async () => {
    await api.products.create({ body: { sku: 'STOCK', name: 'Stock', stock: 0 } });
    await Promise.all([1, 2, 3, 4, 5].map((pieces) => receiveStock(api, 'STOCK', pieces)));
    expect((await api.products.get({ params: { idOrSku: 'STOCK' } })).body.data.stock).toBe(15);
  });
});
