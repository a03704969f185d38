import { expectEnvelope, expectError, expectPolicyHeaders } from '@product-content/test-support/app/expect-response';
import { rawRequest } from '@product-content/test-support/app/raw-exchange';
import { type Api, type App, sharedApp } from '@product-content/test-support/app-server';
import { type ContractRoute, each, routes } from '@product-content/test-support/contract/routes';
import {
  createFailedImport,
  createRecordFor,
  pathFor,
  prepareForExamples,
  type RecordNames,
} from '@product-content/test-support/contract/sample-requests';
import { beforeAll, describe, expect, it } from 'vitest';

let app: App;
let api: Api;
let key: string;
const records = new Map<string, RecordNames | null>();

beforeAll(async () => {
  app = await sharedApp();
  ({ key } = await app.createKey(await app.createWorkspace()));
  api = app.api(key);
  await prepareForExamples(api);
  // Before a job that is left waiting: the imports of a workspace run one after another.
  records.set('jobs.failedRows', await createFailedImport(api));
  for (const [, route] of each()) {
    const kind = kindOf(route);
    if (!records.has(kind)) records.set(kind, await createRecordFor(app, api, route));
  }
});

/** A file is not there for every record of its kind, nor has every webhook endpoint a delivery. */
const kindOf = ({ id, policy, path }: ContractRoute) =>
  id === 'jobs.failedRows' ? id : `${policy.resource} ${policy.ranges ?? false} ${path.includes(':deliveryId')}`;

const pathOf = (route: ContractRoute) => pathFor(route, records.get(kindOf(route))?.id ?? null);
const fits = (pattern: string, path: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
/** Each path with the methods it takes; `/products/bulk` is also the path of a product with that SKU. */
const paths = [...new Map(routes.map((route) => [route.path, route]))].map(([path, route]) => {
  const methods = new Set(routes.filter((other) => fits(other.path, path)).map(({ method }) => method));
  if (methods.has('GET')) methods.add('HEAD');
  return [path, [...methods, 'OPTIONS'].sort(), route] as const;
});

// API behavior 1.8.
describe('methods', () => {
  it.each(paths)('%s accepts %j and returns 405 with Allow for every other method', async (_, methods, route) => {
    const tried = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY', 'LINK'];
    for (const method of tried.filter((name) => !methods.includes(name))) {
      const body = method === 'GET' ? undefined : {};
      const response = await api.send(method, pathOf(route), { body });
      expectError(response, 'method_not_allowed');
      expect(response.headers.get('allow')).toBe(methods.join(', '));
    }
  });

  it.each(paths)('%s responds to OPTIONS with Allow, without a key', async (_, methods, route) => {
    const response = await app.api(null).send('OPTIONS', pathOf(route));
    expect([response.status, response.text]).toEqual([204, '']);
    expect(response.headers.get('allow')).toBe(methods.join(', '));
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expectPolicyHeaders(response);
  });

  it.each(each(({ method }) => method === 'GET'))('HEAD of %s is its GET without a body', async (_, route) => {
    const before = await api.get(pathOf(route));
    const head = await api.send('HEAD', pathOf(route));
    const after = await api.get(pathOf(route));
    // How a body is framed says nothing about a response without one (RFC 9110 §9.3.2).
    const lasting = (headers: Headers) =>
      [...headers].filter(
        ([name]) => !/^(date|connection|keep-alive|transfer-encoding|x-request-id|(x-)?ratelimit.*)$/.test(name),
      );
    expect([head.status, head.text]).toEqual([200, '']);
    // What is read may change in between: the last use of a key is recorded a moment after it.
    expect([before, after].map(({ headers }) => lasting(headers))).toContainEqual(lasting(head.headers));
    expectPolicyHeaders(head);
  });

  it('HEAD of a missing record is 404, and without a key 401, both without a body', async () => {
    const missing = await api.send('HEAD', '/products/nothing');
    const anonymous = await app.api(null).send('HEAD', '/products');
    expect([missing.status, missing.text, anonymous.status, anonymous.text]).toEqual([404, '', 401, '']);
    expectPolicyHeaders(missing);
    expectPolicyHeaders(anonymous);
  });

  it('TRACE echoes nothing', async () => {
    const response = await rawRequest(app.baseUrl, {
      method: 'TRACE',
      target: '/api/v1/products',
      headers: [`X-API-Key: ${key}`],
    });
    expect(response?.status).toBe(405);
    expect(response?.text).not.toContain(key);
  });
});

describe('an unknown path', () => {
  it.each([
    '/nothing',
    '/products/x/nothing',
    '/Products',
    '/products//x',
    '/products/x/versions/1/diff/x',
    '/me/..%2f',
  ])('%s is 404 to every method, with a key and without', async (path) => {
    for (const caller of [api, app.api(null)]) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        expectError(await caller.send(method, path), 'not_found');
      }
    }
  });

  it('outside the API has the envelope too', async () => {
    const response = await fetch(new URL('/elsewhere', app.baseUrl));
    expect(response.status).toBe(404);
    const { error } = (await response.json()) as { error: { code: string; requestId: string } };
    expect(error.code).toBe('not_found');
    expect(error.requestId).toBe(response.headers.get('x-request-id'));
  });
});

/** One request for each kind of response. */
const responses: readonly [
  status: number,
  method: string,
  path: string,
  options?: { headers?: object; body?: unknown },
][] = [
  [200, 'GET', '/products'],
  [201, 'POST', '/products', { body: { sku: 'headers-1', name: 'Headers' } }],
  [204, 'DELETE', '/collections/headers-1'],
  [304, 'GET', '/products/MUG-BLUE', { headers: { 'if-none-match': '*' } }],
  [400, 'POST', '/products', { body: '{' }],
  [401, 'GET', '/me', { headers: { authorization: 'Bearer wrong' } }],
  [404, 'GET', '/products/nothing'],
  [405, 'PUT', '/products', { body: {} }],
  [409, 'POST', '/products', { body: { sku: 'MUG-BLUE', name: 'Again' } }],
  [412, 'PATCH', '/products/MUG-BLUE', { headers: { 'if-match': '"old"' }, body: {} }],
  [413, 'POST', '/categories', { body: { code: 'x'.repeat(300 * 1024) } }],
  [422, 'POST', '/products', { body: {} }],
];

// Some of them change records that others read.
describe('every response', { shuffle: false }, () => {
  beforeAll(async () => {
    await api.post('/collections', { code: 'headers-1' });
  });

  it.each(responses)(
    'of status %i carries a request id and the rate limit: %s %s',
    async (status, method, path, options) => {
      const response = await api.send(method, path, options as object);
      expect(response.status).toBe(status);
      expectPolicyHeaders(response);
      expect(response.headers.get('x-ratelimit-limit')).toBe('100000');
      expect(Number(response.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
      if (status >= 400) expectEnvelope(response);
    },
  );

  it.each(responses)(
    'of status %i has the id of the caller: %s %s',
    async (status, method, path, { headers, body } = {}) => {
      const id = 'trace.me_1234-ABC';
      const response = await api.send(method, path, { headers: { ...headers, 'x-request-id': id }, body });
      expect(response.headers.get('x-request-id')).toBe(id);
      if (status >= 400) expect(response.error.requestId).toBe(id);
    },
  );

  it('prevents shared caching and content sniffing', async () => {
    const { headers } = await api.get('/products');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toContain('Authorization');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.has('x-powered-by')).toBe(false);
  });
});

// API behavior 1.9.
describe('a request id', () => {
  it.each(['a'.repeat(8), 'a'.repeat(128), 'A.b_c-d1'])('%s is adopted', async (id) => {
    expect((await api.get('/me', { 'x-request-id': id })).headers.get('x-request-id')).toBe(id);
  });

  it.each(['short', 'a'.repeat(129), 'has space', 'semi;colon1', '<script>1', '"quoted"1', 'a,b,c,d,e,f'])(
    'that is malformed is replaced: %s',
    async (id) => {
      const response = await api.get('/me', { 'x-request-id': id });
      expect(response.status).toBe(200);
      expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    },
  );

  it('is different for each request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await api.get('/me')).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(20);
  });
});
