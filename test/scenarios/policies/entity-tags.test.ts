import { expectError, expectPolicyHeaders } from '@product-content/test-support/app/expect-response';
import { type Api, type App, sharedApp } from '@product-content/test-support/app-server';
import { freshName } from '@product-content/test-support/contract/sample-requests';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFamily, createProduct, type TaggedProduct } from './tagged-products.ts';

let app: App;
let api: Api;

beforeAll(async () => {
  app = await sharedApp();
  api = app.api((await app.createKey(await app.createWorkspace())).key);
  await api.post('/attributes', { code: 'size', type: 'text', usableAsAxis: true });
});

// API behavior 3.3.
describe('the entity tag of a product', () => {
  it('is strong and the same in every response that shows the product', async () => {
    const { id, sku, etag } = await createProduct(api);
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    for (const name of [id, sku]) expect((await api.get(`/products/${name}`)).etag).toBe(etag);
  });

  it('changes with every change, and comes with its response', async () => {
    const { sku, etag } = await createProduct(api);
    const patched = await api.patch(`/products/${sku}`, { brand: 'Kiln' });
    const put = await api.put(`/products/${sku}`, { name: 'Other' });
    const restored = await api.post(`/products/${sku}/versions/1/restore`);
    const tags = [etag, patched.etag, put.etag, restored.etag];
    expect(new Set(tags).size).toBe(4);
    expect((await api.get(`/products/${sku}`)).etag).toBe(restored.etag);
  });

  it('does not change when a write changes nothing', async () => {
    const { sku, etag } = await createProduct(api, { brand: 'Kiln' });
    expect((await api.patch(`/products/${sku}`, { brand: 'Kiln' })).etag).toBe(etag);
    expect((await api.patch(`/products/${sku}`, {})).etag).toBe(etag);
  });

  it('is never that of an earlier product with the same SKU', async () => {
    const { sku, etag } = await createProduct(api);
    await api.delete(`/products/${sku}`);
    const again = await api.post('/products', { sku, name: 'Tag' });
    expect(again.etag).not.toBe(etag);
    expectError(await api.patch(`/products/${sku}`, { name: 'x' }, { 'if-match': etag }), 'precondition_failed');
  });
});

// API behavior 3.4.
describe('If-None-Match on GET', () => {
  let product: TaggedProduct;
  beforeAll(async () => {
    product = await createProduct(api);
  });
  const ask = (field: string, headers = {}) =>
    api.get(`/products/${product.sku}`, { 'if-none-match': field, ...headers });
  const of = (form: (etag: string) => string) => form(product.etag);

  it.each<[string, (etag: string) => string]>([
    ['the tag', (etag) => etag],
    ['the tag, weak', (etag) => `W/${etag}`],
    ['any', () => '*'],
    ['a list with it', (etag) => `"other", ${etag}, "another"`],
    ['a list with it, weak, without spaces', (etag) => `"other",W/${etag}`],
    ['a list with empty members', (etag) => `, ,${etag},`],
    ['a list whose other tags hold commas', (etag) => `"a,b", ${etag}`],
  ])('with %s is 304 without a body', async (_, form) => {
    for (const headers of [{}, { 'cache-control': 'no-cache' }, { 'cache-control': 'max-age=0', pragma: 'no-cache' }]) {
      const response = await ask(of(form), headers);
      expect([response.status, response.text]).toEqual([304, '']);
      expect(response.etag).toBe(product.etag);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect(response.headers.get('vary')).toContain('Authorization');
      expectPolicyHeaders(response);
    }
  });

  it.each<[string, (etag: string) => string]>([
    ['another tag', () => '"other"'],
    ['a list of others', () => '"other", W/"another"'],
    ['the beginning of the tag', (etag) => `${etag.slice(0, -2)}"`],
    ['the tag in upper case', (etag) => etag.toUpperCase()],
    ['an empty tag', () => '""'],
  ])('with %s is 200', async (_, form) => {
    expect((await ask(of(form))).status).toBe(200);
  });

  it.each(['word', '"open', 'w/"lower"', '*, "a"', '"a" "b"', "'single'"])(
    'that is malformed is 400: %s',
    async (field) => {
      expectError(await ask(field), 'bad_request');
    },
  );

  it('is 304 to HEAD as well', async () => {
    const response = await api.send('HEAD', `/products/${product.sku}`, { headers: { 'if-none-match': product.etag } });
    expect(response.status).toBe(304);
  });

  it('of a missing product is 404', async () => {
    for (const field of ['*', '"x"']) {
      expectError(await api.get('/products/nothing', { 'if-none-match': field }), 'not_found');
    }
  });

  it('does not hide an invalid query', async () => {
    const response = await api.get(`/products/${product.sku}?locale=tlh`, { 'if-none-match': product.etag });
    expectError(response, 'validation_failed');
  });
});

describe('views of a product', () => {
  it.each(['include=variants', 'include=variants&include=', 'include=,variants', 'include=%20variants'])(
    'have the same tag however they are asked for: ?%s',
    async (query) => {
      const { parent } = await createFamily(api);
      const { etag: plain } = await api.get(`/products/${parent.sku}`);
      const path = `/products/${parent.sku}?${query}`;
      const { etag } = await api.get(path);
      expect(etag).not.toBe(plain);
      expect((await api.get(path, { 'if-none-match': etag })).status).toBe(304);
      expect((await api.get(path, { 'if-none-match': plain })).status).toBe(200);
    },
  );

  const views = ['', '?locale=de', '?locale=en', '?include=variants', '?include=variants&locale=de'];

  it('have distinct tags, each of which returns 304 for its own view only', async () => {
    const { parent } = await createFamily(api);
    const tags = new Map<string, string>();
    for (const view of views) tags.set(view, (await api.get(`/products/${parent.sku}${view}`)).etag);
    expect(new Set(tags.values()).size).toBe(views.length);
    for (const view of views) {
      for (const [shown, etag] of tags) {
        const response = await api.get(`/products/${parent.sku}${view}`, { 'if-none-match': etag });
        expect([view, shown, response.status]).toEqual([view, shown, shown === view ? 304 : 200]);
        expect(response.etag).toBe(tags.get(view));
      }
    }
  });

  it('have the same tag however the product is named', async () => {
    const { parent } = await createFamily(api);
    const byId = await api.get(`/products/${parent.id}?include=variants`);
    expect((await api.get(`/products/${parent.sku}?include=variants`)).etag).toBe(byId.etag);
  });

  it('that show variants change when a variant changes, is added or removed; the plain product does not', async () => {
    const { parent, small, large } = await createFamily(api);
    const look = async () => ({
      plain: (await api.get(`/products/${parent.id}`)).etag,
      view: (await api.get(`/products/${parent.id}?include=variants`)).etag,
      localized: (await api.get(`/products/${parent.id}?include=variants&locale=de`)).etag,
    });
    const seen = [await look()];
    await api.patch(`/products/${small.sku}`, { stock: 7 });
    seen.push(await look());
    const middle = { sku: freshName('m'), type: 'variant', parent: parent.sku, attributes: { size: 'M' } };
    expect((await api.post('/products', middle)).status).toBe(201);
    seen.push(await look());
    expect((await api.delete(`/products/${large.sku}`)).status).toBe(204);
    seen.push(await look());
    expect(new Set(seen.map(({ view }) => view)).size).toBe(4);
    expect(new Set(seen.map(({ localized }) => localized)).size).toBe(4);
    const [first, second] = seen;
    expect(second?.plain).toBe(first?.plain);
  });

  it('of another locale change with the product', async () => {
    const { sku } = await createProduct(api, { translations: { de: { name: 'Etikett' } } });
    const before = await api.get(`/products/${sku}?locale=fr`);
    await api.patch(`/products/${sku}`, { translations: { fr: { name: 'Étiquette' } } });
    const after = await api.get(`/products/${sku}?locale=fr`, { 'if-none-match': before.etag });
    expect(after.status).toBe(200);
    expect(after.data.name).toBe('Étiquette');
  });

  it('that show inherited values of a variant change with the parent', async () => {
    const { parent, small } = await createFamily(api);
    const view = `/products/${small.sku}?locale=en`;
    const before = await api.get(view);
    await api.patch(`/products/${parent.sku}`, { name: 'Renamed family' });
    const after = await api.get(view, { 'if-none-match': before.etag });
    // Either the view shows nothing of the parent and stays, or it shows the new name under a new tag.
    if (after.status === 200) expect(after.etag).not.toBe(before.etag);
    else expect((await api.get(view)).text).toBe(before.text);
  });
});
