import { expectError } from '@product-content/test-support/app/expect-response';
import { type Api, type ApiResponse, type App, sharedApp } from '@product-content/test-support/app-server';
import { routes } from '@product-content/test-support/contract/routes';
import { freshName } from '@product-content/test-support/contract/sample-requests';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProduct, type TaggedProduct } from './tagged-products.ts';

let app: App;
let api: Api;

beforeAll(async () => {
  app = await sharedApp();
  api = app.api((await app.createKey(await app.createWorkspace())).key);
});

const versionOf = async (id: string) => (await api.get(`/products/${id}`)).data.version;

/** Every write that honours If-Match, on a product of its own. */
const writes: readonly [
  string,
  (sku: string, headers: Record<string, string>, body?: unknown) => Promise<ApiResponse>,
][] = [
  ['PUT', (sku, headers, body = { name: 'New' }) => api.put(`/products/${sku}`, body, headers)],
  ['PATCH', (sku, headers, body = { name: 'New' }) => api.patch(`/products/${sku}`, body, headers)],
  ['DELETE', (sku, headers) => api.delete(`/products/${sku}`, headers)],
  ['restore', (sku, headers) => api.post(`/products/${sku}/versions/1/restore`, undefined, headers)],
];

it('If-Match is honoured by the operations that are tested here, by those of import profiles, and by no other', () => {
  const declared = routes.filter(({ policy }) => policy.entityTag === 'write').map(({ id }) => id);
  const products = ['products.put', 'products.patch', 'products.delete', 'products.restore'];
  // test/scenarios/imports/import-profiles.test.ts has the tests of the others.
  expect(declared).toEqual([...products, 'importProfiles.patch', 'importProfiles.delete']);
});

// API behavior 3.5.
describe.each(writes)('If-Match on %s', (name, write) => {
  let product: TaggedProduct;
  beforeAll(async () => {
    product = await createProduct(api);
    product = { ...product, etag: (await api.patch(`/products/${product.sku}`, { brand: 'second' })).etag };
  });
  const refusals: [string, (etag: string) => string][] = [
    ['another tag', () => '"other"'],
    ['the tag, weak', (etag) => `W/${etag}`],
    ['the tag of an earlier version', (etag) => etag.replace('.2"', '.1"')],
    ['a list without it', (etag) => `"other", W/${etag}`],
  ];

  it.each(refusals)('with %s is 412 with the current tag, and changes nothing', async (_, form) => {
    const response = await write(product.sku, { 'if-match': form(product.etag) });
    expectError(response, 'precondition_failed');
    expect(response.etag).toBe(product.etag);
    expect((await api.get(`/products/${product.sku}`)).etag).toBe(product.etag);
  });

  it.each(['word', '"open', '*, "a"', "'single'"])('that is malformed is 400: %s', async (field) => {
    expectError(await write(product.sku, { 'if-match': field }), 'bad_request');
    expect((await api.get(`/products/${product.sku}`)).etag).toBe(product.etag);
  });

  it.each<[string, (etag: string) => string]>([
    ['the tag', (etag) => etag],
    ['a list with it', (etag) => `"other", ${etag}`],
    ['any', () => '*'],
  ])('with %s lets the change pass', async (_, form) => {
    const own = await createProduct(api);
    const response = await write(own.sku, { 'if-match': form(own.etag) });
    expect([200, 204]).toContain(response.status);
  });

  it('of a missing product is 404, or 412 where the write could create it', async () => {
    for (const field of ['*', '"x"']) {
      const response = await write('nothing', { 'if-match': field });
      expectError(response, name === 'PUT' ? 'precondition_failed' : 'not_found');
      expect(response.headers.has('etag')).toBe(false);
    }
  });

  it('together with If-None-Match: * is 412, because the product exists', async () => {
    const headers = { 'if-match': product.etag, 'if-none-match': '*' };
    expectError(await write(product.sku, headers), 'precondition_failed');
  });
});

describe('a precondition', () => {
  it.each(['PUT', 'PATCH'])('is checked before the body: %s', async (method) => {
    const { sku } = await createProduct(api);
    const send = (body: unknown) => api.send(method, `/products/${sku}`, { headers: { 'if-match': '"stale"' }, body });
    for (const body of [{ price: 'free' }, { surprise: 1 }, [], null]) {
      expectError(await send(body), 'precondition_failed');
    }
  });

  it('is checked after existence, which is checked before the body', async () => {
    expectError(await api.patch('/products/nothing', { price: 'free' }), 'not_found');
    expectError(await api.patch('/products/nothing', { price: 'free' }, { 'if-match': '"stale"' }), 'not_found');
  });

  it('that fails is 412, and a stale expectedVersion with a matching tag is 409', async () => {
    const { sku, etag } = await createProduct(api);
    await api.patch(`/products/${sku}`, { brand: 'second' });
    const current = (await api.get(`/products/${sku}`)).etag;
    const stale = { name: 'x', expectedVersion: 1 };
    expectError(await api.patch(`/products/${sku}`, stale, { 'if-match': etag }), 'precondition_failed');
    expectError(await api.patch(`/products/${sku}`, stale, { 'if-match': current }), 'conflict');
    expectError(await api.put(`/products/${sku}`, stale), 'conflict');
    expect((await api.patch(`/products/${sku}`, { ...stale, expectedVersion: 2 })).status).toBe(200);
  });
});

describe('If-None-Match: * on PUT', () => {
  it('creates, and never replaces', async () => {
    const sku = freshName('only-new');
    const put = () => api.put(`/products/${sku}`, { name: 'New' }, { 'if-none-match': '*' });
    const created = await put();
    expect(created.status).toBe(201);
    const refused = await put();
    expectError(refused, 'precondition_failed');
    expect(refused.etag).toBe(created.etag);
  });

  it('lets exactly one of twenty create', async () => {
    const sku = freshName('race');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        api.put(`/products/${sku}`, { name: `Writer ${index}` }, { 'if-none-match': '*' }),
      ),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 412)]);
    expect(await versionOf(sku)).toBe(1);
  });
});

// API behavior 3.6.
describe('writers at the same time', () => {
  it('with the same tag: exactly one of twenty wins, the others get 412', async () => {
    const { sku, etag } = await createProduct(api);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        api.patch(`/products/${sku}`, { name: `Writer ${index}` }, { 'if-match': etag }),
      ),
    );
    const won = responses.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const response of responses) {
      if (response === won[0]) continue;
      expectError(response, 'precondition_failed');
      expect(response.etag).toBe(won[0]?.etag);
    }
    const current = await api.get(`/products/${sku}`);
    expect([current.data.version, current.data.name]).toEqual([2, won[0]?.data.name]);
  });

  it('without a tag: all twenty succeed, with one version each', async () => {
    const { sku } = await createProduct(api);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api.patch(`/products/${sku}`, { name: `Writer ${index}` })),
    );
    const versions = responses.map(({ data }) => data.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
    expect(new Set(responses.map(({ etag }) => etag)).size).toBe(20);
  });

  it('on the same new SKU: one creates with POST, the others get 409', async () => {
    const sku = freshName('race');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api.post('/products', { sku, name: `Writer ${index}` })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  it('on the same new SKU: one creates with PUT, the others replace', async () => {
    const sku = freshName('race');
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api.put(`/products/${sku}`, { name: `Writer ${index}` })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
    expect(await versionOf(sku)).toBe(20);
  });

  it('deleting with the same tag: one deletes, the others find nothing or an old tag', async () => {
    const { sku, etag } = await createProduct(api);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => api.delete(`/products/${sku}`, { 'if-match': etag })),
    );
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const { status } of responses) expect([204, 404, 412]).toContain(status);
  });

  it('in a bulk with expectedVersion: exactly one of ten wins', async () => {
    const { sku } = await createProduct(api);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        api.post<{ results: { status: string; error?: { code: string } }[] }>('/products/bulk', {
          items: [{ sku, name: `Writer ${index}`, expectedVersion: 1 }],
        }),
      ),
    );
    const results = responses.map(({ data }) => data.results[0]);
    expect(results.filter((result) => result?.status === 'updated')).toHaveLength(1);
    expect(results.filter((result) => result?.error?.code === 'conflict')).toHaveLength(9);
  });
});
