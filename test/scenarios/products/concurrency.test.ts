import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnyRecord, type ApiResponse, type App, sharedApp } from '../../support/app-server.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});

beforeEach(async () => {
  open = await openWorkspace(app);
});

/** Sends requests at the same time and counts the statuses. */
async function together(
  count: number,
  send: (index: number) => Promise<ApiResponse<unknown>>,
): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
  const statuses = Map.groupBy(responses, ({ status }) => status);
  return Object.fromEntries([...statuses].map(([status, list]) => [status, list.length]));
}

describe('requests at the same time', () => {
  it('that change different fields of one product all succeed, each as a version', async () => {
    for (let index = 0; index < 16; index += 1) await open.attribute(`a${index}`, 'integer');
    await open.product('MUG');
    await open.newEvents();
    const patch = (index: number) => open.api.patch('/products/MUG', { attributes: { [`a${index}`]: index } });
    expect(await together(16, patch)).toEqual({ 200: 16 });
    const product = await open.read('/products/MUG');
    expect(product.version).toBe(17);
    expect(product.attributes).toEqual(
      Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`a${index}`, index])),
    );
    const versions = await open.read<AnyRecord[]>('/products/MUG/versions');
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 17 }, (_, index) => 17 - index));
    expect((await open.newEvents()).map(({ version }) => version).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 16 }, (_, index) => index + 2),
    );
  });

  it('that create one SKU create one product', async () => {
    const post = () => open.api.post('/products', { sku: 'MUG', name: 'Mug' });
    expect(await together(12, post)).toEqual({ 201: 1, 409: 11 });
    const put = (index: number) => open.api.put('/products/CUP', { name: `Cup ${index}` });
    expect(await together(12, put)).toEqual({ 201: 1, 200: 11 });
    expect((await open.read('/products/CUP')).version).toBe(12);
    expect(await open.skus('')).toEqual(['CUP', 'MUG']);
  });

  it('that delete and rename products while others are associated with them leave no dangling association', async () => {
    const partners = Array.from({ length: 12 }, (_, index) => `P-${index}`);
    for (const sku of [...partners, 'SHOP-0', 'SHOP-1', 'SHOP-2']) await open.product(sku);
    const pick = (index: number) => [0, 3, 7].map((step) => partners[(index + step) % 12]);
    await together(36, (index) => {
      const partner = `/products/${partners[index % 12]}`;
      if (index % 3 === 0) return open.api.delete(partner);
      if (index % 3 === 1) return open.api.patch(partner, { sku: `NEW-${index}` });
      return open.api.patch(`/products/SHOP-${(index % 9) % 3}`, { associations: { upsell: pick(index) } });
    });
    const existing = await open.skus('');
    for (const shop of ['SHOP-0', 'SHOP-1', 'SHOP-2']) {
      const { associations } = await open.read(`/products/${shop}`);
      for (const sku of Object.values(associations as Record<string, string[]>).flat()) expect(existing).toContain(sku);
    }
  });

  it('that request one SKU for two products give it to one of them', async () => {
    for (let index = 0; index < 6; index += 1) await open.product(`OLD-${index}`);
    const rename = (index: number) => open.api.patch(`/products/OLD-${index}`, { sku: 'NEW' });
    expect(await together(6, rename)).toEqual({ 200: 1, 409: 5 });
  });

  it('of bulk with the same SKUs in different orders do not block each other', async () => {
    const skus = Array.from({ length: 60 }, (_, index) => `S-${index}`);
    const bulk = (index: number) => {
      const items = skus.map((sku) => ({ sku, name: sku, stock: index }));
      return open.api.post<{ summary: { failed: number } }>('/products/bulk', {
        items: index % 2 ? items : items.reverse(),
      });
    };
    expect(await together(8, bulk)).toEqual({ 200: 8 });
    const stocks = (await open.read<AnyRecord[]>('/products?limit=250')).map(({ stock, version }) => [stock, version]);
    expect(stocks).toHaveLength(60);
    for (const [, version] of stocks) expect(version).toBe(8);
  });

  it('that add and remove variants leave a parent with the correct count', async () => {
    await open.attribute('size', 'integer', { usableAsAxis: true });
    await open.product('MUG', { type: 'parent', variantAxes: ['size'] });
    const variant = (size: number) => ({ sku: `MUG-${size}`, type: 'variant', parent: 'MUG', attributes: { size } });
    expect(await together(10, (index) => open.api.post('/products', variant(index)))).toEqual({ 201: 10 });
    const churn = (index: number) =>
      index % 2 === 0 ? open.api.delete(`/products/MUG-${index}`) : open.api.post('/products', variant(index + 10));
    expect(await together(10, churn)).toEqual({ 204: 5, 201: 5 });
    expect(await open.read('/products/MUG')).toMatchObject({ variantCount: 10, version: 21 });
  });

  it('that delete a parent and add variants to it leave no variant without one', async () => {
    await open.attribute('size', 'integer', { usableAsAxis: true });
    await open.product('MUG', { type: 'parent', variantAxes: ['size'] });
    const send = (size: number) =>
      size === 4
        ? open.api.delete('/products/MUG')
        : open.api.post('/products', { sku: `MUG-${size}`, type: 'variant', parent: 'MUG', attributes: { size } });
    const { 204: deleted, 201: created = 0, 422: refused = 0, ...others } = await together(10, send);
    expect([deleted, created + refused, others]).toEqual([1, 9, {}]);
    expect(await open.skus('')).toEqual([]);
  });

  it('that delete what products are getting leave none of it behind', async () => {
    await open.attribute('color', 'text');
    await open.category('mugs');
    await open.collection('summer');
    const input = { attributes: { color: 'red' }, category: 'mugs', collections: ['summer'] };
    const remove = ['/attributes/color', '/categories/mugs', '/collections/summer'];
    const send = (index: number) =>
      index % 5 === 4
        ? open.api.delete(remove[Math.floor(index / 5)] as string)
        : open.api.post('/products', { sku: `P-${index}`, name: 'P', ...input });
    const { 204: deleted, 201: created = 0, 422: refused = 0, ...others } = await together(15, send);
    expect([deleted, created + refused, others]).toEqual([3, 12, {}]);
    for (const product of await open.read<AnyRecord[]>('/products')) {
      expect(product).toMatchObject({ attributes: {}, category: null, collections: [] });
    }
  });

  it('that delete one product delete it once', async () => {
    await open.product('MUG');
    await open.newEvents();
    expect(await together(6, () => open.api.delete('/products/MUG'))).toEqual({ 204: 1, 404: 5 });
    expect(await open.newEvents()).toHaveLength(1);
  });
});

describe('names of built-in object properties', () => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];

  it('can be codes, SKUs and values like any other', async () => {
    for (const name of names) {
      await open.attribute(name, 'text', { usableAsAxis: true, required: true, defaultValue: 'x' });
      await open.category(name);
      await open.collection(name);
      await open.put(`/categories/${name}/attributes`, { attributes: [name] });
    }
    for (const name of names) {
      const given = await open.product(name, { category: name, collections: [name], tags: [name] });
      expect(given).toMatchObject({ sku: name, attributes: { [name]: 'x' }, category: { code: name } });
      const cleared = await open.patch(`/products/${name}`, { attributes: { [name]: null } });
      expect(cleared.attributes).toEqual({});
      expect(cleared.completenessDetails).toMatchObject({ missing: expect.arrayContaining([`attributes.${name}`]) });
      const parent = await open.product(`P-${name}`, { type: 'parent', variantAxes: [name] });
      const empty = await open.api.post('/products', { sku: `V-${name}`, type: 'variant', parent: parent.sku });
      expect(empty.error.details?.fieldErrors).toHaveProperty([`attributes.${name}`]);
      await open.product(`V-${name}`, { type: 'variant', parent: parent.sku, attributes: { [name]: 'a' } });
    }
    expect(await open.skus('category=constructor,toString')).toEqual(['constructor', 'toString']);
    expect(await open.skus('collection=valueOf&tag=valueOf&sku=valueOf')).toEqual(['valueOf']);
    const unknown = await open.api.patch('/products/constructor', { attributes: { isPrototypeOf: 'x' } });
    expect(unknown.error.details?.fieldErrors).toHaveProperty(['attributes.isPrototypeOf']);
  });
});
