import { expectEnvelope, expectError } from '@product-content/test-support/app/expect-response';
import { type Api, type ApiResponse, type App, sharedApp } from '@product-content/test-support/app-server';
import { type ContractRoute, each, namesRecord, takesBody } from '@product-content/test-support/contract/routes';
import {
  createRecordFor,
  pathFor,
  prepareForExamples,
  type RecordNames,
  sampleBody,
} from '@product-content/test-support/contract/sample-requests';
import { beforeAll, describe, expect, it } from 'vitest';

let app: App;
let owner: Api;
let stranger: Api;
const records = new Map<string, RecordNames>();

/** Files are for anyone who has their address. */
const named = each((route) => namesRecord(route) && route.policy.auth.length > 0);

beforeAll(async () => {
  app = await sharedApp();
  owner = app.api((await app.createKey(await app.createWorkspace())).key);
  stranger = app.api((await app.createKey(await app.createWorkspace())).key);
  await prepareForExamples(owner);
  for (const [, route] of named) {
    const kind = String(route.policy.resource);
    if (!records.has(kind)) records.set(kind, (await createRecordFor(app, owner, route)) as RecordNames);
  }
});

/** Everything in a response that may tell another tenant’s record from one that does not exist. */
function visible({ status, headers, text }: ApiResponse): unknown {
  const kept = [...headers].filter(([name]) => !/^(date|x-request-id|(x-)?ratelimit.*)$/.test(name));
  return { status, headers: kept, text: text.replace(/"requestId":"[^"]*"/, '') };
}

/** An id that looks like another one and belongs to nothing. */
const unused = (id: string) =>
  id.replace(/.{8}$/, (tail) => [...tail].reverse().join('').replace(/^/, '0').slice(0, 8));

const conditions: readonly Record<string, string>[] = [
  {},
  { 'if-match': '*' },
  { 'if-match': '"x"' },
  { 'if-none-match': '*' },
];
/** None, an empty, an invalid and a fitting one. */
const bodiesOf = (route: ContractRoute): unknown[] =>
  takesBody(route) ? [undefined, {}, { surprise: 1 }, sampleBody(route)] : [undefined];

// Each test goes on from the one before.
// API behavior 1.2.
describe('a record of another workspace', { shuffle: false }, () => {
  it.each(named)('looks to %s like a record that does not exist, by id and by name', async (_, route) => {
    const record = records.get(String(route.policy.resource)) as RecordNames;
    const pairs = [
      [record.id, unused(record.id)],
      [record.name, 'no-such-record'],
    ] as const;
    for (const [theirs, missing] of pairs) {
      for (const headers of conditions) {
        for (const body of bodiesOf(route)) {
          const [foreign, absent] = [
            await stranger.send(route.method, pathFor(route, theirs), { headers, body }),
            await stranger.send(route.method, pathFor(route, missing), { headers, body }),
          ];
          expect(visible(foreign)).toEqual(visible(absent));
          expectEnvelope(foreign);
          if (route.policy.missing === 'not_found') expectError(foreign, 'not_found');
        }
      }
    }
  });

  it('is in no list', async () => {
    // The request log of the stranger has the names it tried.
    const newcomer = app.api((await app.createKey(await app.createWorkspace())).key);
    for (const [, route] of each(({ method, policy }) => method === 'GET' && policy.resource === null)) {
      if (route.policy.auth.length === 0) continue;
      const response = await newcomer.get(route.path);
      for (const { id, name } of records.values()) {
        expect(response.text).not.toContain(id);
        expect(response.text).not.toContain(`"${name}"`);
      }
    }
  });

  it('cannot be referred to', async () => {
    const id = (kind: string) => records.get(kind)?.id;
    const refused = async (method: string, path: string, body: object, field: string) => {
      const { details } = expectError(await stranger.send(method, path, { body }), 'validation_failed');
      expect(Object.keys(details?.fieldErrors ?? {})).toEqual([field]);
    };
    await refused('POST', '/products', { sku: 'S-1', name: 'S', category: id('category') }, 'category');
    await refused('POST', '/products', { sku: 'S-1', name: 'S', collections: [id('collection')] }, 'collections.0');
    await refused('POST', '/products', { sku: 'S-1', type: 'variant', parent: id('product') }, 'parent');
    await refused(
      'POST',
      '/products',
      { sku: 'S-1', name: 'S', images: [{ assetId: id('asset') }] },
      'images.0.assetId',
    );
    await refused('POST', '/categories', { code: 'c-1', parent: id('category') }, 'parent');
    await refused('POST', '/attributes', { code: 'a-1', type: 'text', group: id('attributeGroup') }, 'group');
    await stranger.post('/collections', { code: 'mine' });
    await refused('PUT', '/collections/mine/products', { products: [id('product')] }, 'products.0');
    await stranger.post('/categories', { code: 'mine' });
    await refused('PUT', '/categories/mine/attributes', { attributes: [id('attribute')] }, 'attributes.0');
    await refused('DELETE', `/categories/mine?reassign_to=${id('category')}`, {}, 'reassign_to');
  });

  it('matches no filter', async () => {
    await stranger.post('/products', { sku: 'own', name: 'Own' });
    const product = records.get('product') as RecordNames;
    for (const query of [
      `ids=${product.id}`,
      `sku=${product.name}`,
      `category=${records.get('category')?.id}`,
      `collection=${records.get('collection')?.id}`,
    ]) {
      expect((await stranger.get<unknown[]>(`/products?${query}`)).data).toEqual([]);
    }
  });

  it.each(named.filter(([, route]) => takesBody(route) && route.policy.missing === 'create'))(
    'is not touched by %s, which creates a separate record',
    async (_, route) => {
      const { id, name } = records.get(String(route.policy.resource)) as RecordNames;
      const before = await owner.get(pathFor(route, id));
      const created = await stranger.send(route.method, pathFor(route, name), { body: sampleBodyFor(route) });
      expect(created.status).toBe(201);
      expect(created.data.id).not.toBe(id);
      expect((await owner.get(pathFor(route, id))).text).toBe(before.text);
    },
  );
});

function sampleBodyFor(route: ContractRoute): unknown {
  // A stranger's workspace has none of the records the contract's examples refer to.
  return route.id === 'products.put' ? { name: 'Own' } : sampleBody(route);
}
