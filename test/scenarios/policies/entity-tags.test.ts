import { expectError, expectPolicyHeaders } from '@product-content/test-support/app/expect-answer';
import { type Answer, type Api, type App, startApp } from '@product-content/test-support/app-server';
import { freshName } from '@product-content/test-support/contract/sample-requests';
import { beforeAll, describe, expect, it } from 'vitest';

let app: App;
let api: Api;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '100000' } });
  api = app.api((await app.createKey(await app.createWorkspace())).key);
  await api.post('/attributes', { code: 'size', type: 'text', usableAsAxis: true });
});

interface Product {
  readonly id: string;
  readonly sku: string;
  readonly etag: string;
}

async function createProduct(fields: object = {}): Promise<Product> {
  const answer = await api.post('/products', { sku: freshName('tag'), name: 'Tag', ...fields });
  expect(answer.status).toBe(201);
  return { id: answer.data.id, sku: answer.data.sku, etag: answer.etag };
}

/** A parent with two variants. */
async function createFamily() {
  const parent = await createProduct({ type: 'parent', variantAxes: ['size'] });
  const variant = (size: string) => createProduct({ type: 'variant', parent: parent.sku, attributes: { size } });
  return { parent, small: await variant('S'), large: await variant('L') };
}

const versionOf = async (id: string) => (await api.get(`/products/${id}`)).data.version;

describe('the entity tag of a product', () => {
  it('is strong and the same from every answer that shows the product', async () => {
    const { id, sku, etag } = await createProduct();
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    for (const name of [id, sku]) expect((await api.get(`/products/${name}`)).etag).toBe(etag);
  });

  it('changes with every change, and comes with the answer to it', async () => {
    const { sku, etag } = await createProduct();
    const patched = await api.patch(`/products/${sku}`, { brand: 'Kiln' });
    const put = await api.put(`/products/${sku}`, { name: 'Other' });
    const restored = await api.post(`/products/${sku}/versions/1/restore`);
    const tags = [etag, patched.etag, put.etag, restored.etag];
    expect(new Set(tags).size).toBe(4);
    expect((await api.get(`/products/${sku}`)).etag).toBe(restored.etag);
  });

  it('stays when a write changes nothing', async () => {
    const { sku, etag } = await createProduct({ brand: 'Kiln' });
    expect((await api.patch(`/products/${sku}`, { brand: 'Kiln' })).etag).toBe(etag);
    expect((await api.patch(`/products/${sku}`, {})).etag).toBe(etag);
  });

  it('is never that of an earlier product with the same SKU', async () => {
    const { sku, etag } = await createProduct();
    await api.delete(`/products/${sku}`);
    const again = await api.post('/products', { sku, name: 'Tag' });
    expect(again.etag).not.toBe(etag);
    expectError(await api.patch(`/products/${sku}`, { name: 'x' }, { 'if-match': etag }), 'precondition_failed');
  });
});

describe('If-None-Match on GET', () => {
  let product: Product;
  beforeAll(async () => {
    product = await createProduct();
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
      const answer = await ask(of(form), headers);
      expect([answer.status, answer.text]).toEqual([304, '']);
      expect(answer.etag).toBe(product.etag);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('vary')).toContain('Authorization');
      expectPolicyHeaders(answer);
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
    const answer = await api.send('HEAD', `/products/${product.sku}`, { headers: { 'if-none-match': product.etag } });
    expect(answer.status).toBe(304);
  });

  it('of a missing product is 404', async () => {
    for (const field of ['*', '"x"']) {
      expectError(await api.get('/products/nothing', { 'if-none-match': field }), 'not_found');
    }
  });

  it('does not hide an invalid query', async () => {
    const answer = await api.get(`/products/${product.sku}?locale=tlh`, { 'if-none-match': product.etag });
    expectError(answer, 'validation_failed');
  });
});

/** Every write that honours If-Match, on a product of its own. */
const writes: readonly [string, (sku: string, headers: Record<string, string>, body?: unknown) => Promise<Answer>][] = [
  ['PUT', (sku, headers, body = { name: 'New' }) => api.put(`/products/${sku}`, body, headers)],
  ['PATCH', (sku, headers, body = { name: 'New' }) => api.patch(`/products/${sku}`, body, headers)],
  ['DELETE', (sku, headers) => api.delete(`/products/${sku}`, headers)],
  ['restore', (sku, headers) => api.post(`/products/${sku}/versions/1/restore`, undefined, headers)],
];

describe.each(writes)('If-Match on %s', (name, write) => {
  let product: Product;
  beforeAll(async () => {
    product = await createProduct();
    product = { ...product, etag: (await api.patch(`/products/${product.sku}`, { brand: 'second' })).etag };
  });
  const refusals: [string, (etag: string) => string][] = [
    ['another tag', () => '"other"'],
    ['the tag, weak', (etag) => `W/${etag}`],
    ['the tag of an earlier version', (etag) => etag.replace('.2"', '.1"')],
    ['a list without it', (etag) => `"other", W/${etag}`],
  ];

  it.each(refusals)('with %s is 412 with the current tag, and changes nothing', async (_, form) => {
    const answer = await write(product.sku, { 'if-match': form(product.etag) });
    expectError(answer, 'precondition_failed');
    expect(answer.etag).toBe(product.etag);
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
    const own = await createProduct();
    const answer = await write(own.sku, { 'if-match': form(own.etag) });
    expect([200, 204]).toContain(answer.status);
  });

  it('of a missing product is 404, or 412 where the write could create it', async () => {
    for (const field of ['*', '"x"']) {
      const answer = await write('nothing', { 'if-match': field });
      expectError(answer, name === 'PUT' ? 'precondition_failed' : 'not_found');
      expect(answer.headers.has('etag')).toBe(false);
    }
  });

  it('with If-None-Match: * beside it is 412, because the product exists', async () => {
    const headers = { 'if-match': product.etag, 'if-none-match': '*' };
    expectError(await write(product.sku, headers), 'precondition_failed');
  });
});

describe('a precondition', () => {
  it.each(['PUT', 'PATCH'])('is looked at before the body: %s', async (method) => {
    const { sku } = await createProduct();
    const send = (body: unknown) => api.send(method, `/products/${sku}`, { headers: { 'if-match': '"stale"' }, body });
    for (const body of [{ price: 'free' }, { surprise: 1 }, [], null]) {
      expectError(await send(body), 'precondition_failed');
    }
  });

  it('is looked at after existence, which comes before the body', async () => {
    expectError(await api.patch('/products/nothing', { price: 'free' }), 'not_found');
    expectError(await api.patch('/products/nothing', { price: 'free' }, { 'if-match': '"stale"' }), 'not_found');
  });

  it('that fails is 412, and a stale expectedVersion that fits the tag is 409', async () => {
    const { sku, etag } = await createProduct();
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
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        api.put(`/products/${sku}`, { name: `Writer ${index}` }, { 'if-none-match': '*' }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 412)]);
    expect(await versionOf(sku)).toBe(1);
  });
});

describe('views of a product', () => {
  const views = ['', '?locale=de', '?locale=en', '?include=variants', '?include=variants&locale=de'];

  it('have tags of their own, each of which answers 304 to its own view only', async () => {
    const { parent } = await createFamily();
    const tags = new Map<string, string>();
    for (const view of views) tags.set(view, (await api.get(`/products/${parent.sku}${view}`)).etag);
    expect(new Set(tags.values()).size).toBe(views.length);
    for (const view of views) {
      for (const [shown, etag] of tags) {
        const answer = await api.get(`/products/${parent.sku}${view}`, { 'if-none-match': etag });
        expect([view, shown, answer.status]).toEqual([view, shown, shown === view ? 304 : 200]);
        expect(answer.etag).toBe(tags.get(view));
      }
    }
  });

  it('have the same tag however the product is named', async () => {
    const { parent } = await createFamily();
    const byId = await api.get(`/products/${parent.id}?include=variants`);
    expect((await api.get(`/products/${parent.sku}?include=variants`)).etag).toBe(byId.etag);
  });

  it('that show variants change when a variant changes, comes or goes; the plain product does not', async () => {
    const { parent, small, large } = await createFamily();
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
    const { sku } = await createProduct({ translations: { de: { name: 'Etikett' } } });
    const before = await api.get(`/products/${sku}?locale=fr`);
    await api.patch(`/products/${sku}`, { translations: { fr: { name: 'Étiquette' } } });
    const after = await api.get(`/products/${sku}?locale=fr`, { 'if-none-match': before.etag });
    expect(after.status).toBe(200);
    expect(after.data.name).toBe('Étiquette');
  });

  it('that show what a variant takes from its parent change with the parent', async () => {
    const { parent, small } = await createFamily();
    const view = `/products/${small.sku}?locale=en`;
    const before = await api.get(view);
    await api.patch(`/products/${parent.sku}`, { name: 'Renamed family' });
    const after = await api.get(view, { 'if-none-match': before.etag });
    // Either the view shows nothing of the parent and stays, or it shows the new name under a new tag.
    if (after.status === 200) expect(after.etag).not.toBe(before.etag);
    else expect((await api.get(view)).text).toBe(before.text);
  });
});

describe('writers at the same time', () => {
  it('with the same tag: exactly one of twenty wins, the others get 412', async () => {
    const { sku, etag } = await createProduct();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        api.patch(`/products/${sku}`, { name: `Writer ${index}` }, { 'if-match': etag }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers) {
      if (answer === won[0]) continue;
      expectError(answer, 'precondition_failed');
      expect(answer.etag).toBe(won[0]?.etag);
    }
    const current = await api.get(`/products/${sku}`);
    expect([current.data.version, current.data.name]).toEqual([2, won[0]?.data.name]);
  });

  it('without a tag: all twenty win, one version each', async () => {
    const { sku } = await createProduct();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api.patch(`/products/${sku}`, { name: `Writer ${index}` })),
    );
    const versions = answers.map(({ data }) => data.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(20);
  });

  it('on the same new SKU: one creates with POST, the others get 409', async () => {
    const sku = freshName('race');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api.post('/products', { sku, name: `Writer ${index}` })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  it('on the same new SKU: one creates with PUT, the others replace', async () => {
    const sku = freshName('race');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api.put(`/products/${sku}`, { name: `Writer ${index}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
    expect(await versionOf(sku)).toBe(20);
  });

  it('deleting with the same tag: one deletes, the others find nothing or an old tag', async () => {
    const { sku, etag } = await createProduct();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.delete(`/products/${sku}`, { 'if-match': etag })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const { status } of answers) expect([204, 404, 412]).toContain(status);
  });

  it('in a bulk with expectedVersion: exactly one of ten wins', async () => {
    const { sku } = await createProduct();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        api.post<{ results: { status: string; error?: { code: string } }[] }>('/products/bulk', {
          items: [{ sku, name: `Writer ${index}`, expectedVersion: 1 }],
        }),
      ),
    );
    const results = answers.map(({ data }) => data.results[0]);
    expect(results.filter((result) => result?.status === 'updated')).toHaveLength(1);
    expect(results.filter((result) => result?.error?.code === 'conflict')).toHaveLength(9);
  });
});
