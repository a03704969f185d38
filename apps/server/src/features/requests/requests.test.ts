import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { allScopes, type LoggedRequest, type LoggedRequestPage, type Scope } from '@product-content/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestWorkspace } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { WorkspaceSettings } from '../../kernel/index.ts';

let app: TestApp;
let workspace: WorkspaceSettings;
/** Has all scopes. */
let key: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  workspace = await createTestWorkspace(app.container.database);
  key = await app.createKey(allScopes, workspace);
});

const createKeyWithout = (missing: Scope) => {
  return app.createKey(
    allScopes.filter((scope) => scope !== missing),
    workspace,
  );
};

interface Sent {
  readonly status: number;
  readonly requestId: string;
  readonly body: { error?: { code: string } };
}

async function send(method: string, path: string, options: SendOptions = {}): Promise<Sent> {
  const { body, headers = {}, as = key, through = app } = options;
  const response = await fetch(through.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body !== undefined && jsonType), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
    body: response.headers.get('content-type')?.startsWith('application/json') === true ? JSON.parse(text) : {},
  };
}

const jsonType = { 'content-type': 'application/json' };

interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: string;
  readonly through?: TestApp;
}

async function list(query = '', as = key): Promise<LoggedRequestPage> {
  const { status, body } = await send('GET', `/requests?${query}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as LoggedRequestPage;
}

async function find(requestId: string): Promise<LoggedRequest> {
  const { status, body } = await send('GET', `/requests/${requestId}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as unknown as { data: LoggedRequest }).data;
}

const idsOf = ({ data }: LoggedRequestPage) => data.map(({ requestId }) => requestId);

describe('the request log', () => {
  it('finds a failed request by the id of its error, with the wrong fields and without their values', async () => {
    const body = { sku: 'SECRET SKU', name: 'Secret name', nmae: 'x', images: [{ url: 'secret' }] };
    const failed = await send('POST', '/products', { body });
    expect(failed.status).toBe(422);
    const found = await find(failed.requestId);
    expect(found).toEqual({
      requestId: failed.requestId,
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
      source: 'api',
      method: 'POST',
      path: '/api/v1/products',
      queryParameters: [],
      operationId: 'products.create',
      status: 422,
      errorCode: 'validation_failed',
      errorFields: expect.arrayContaining(['sku', 'nmae', 'images.0.url']),
      isReplay: false,
      durationMs: expect.any(Number),
      responseBytes: JSON.stringify(failed.body).length,
      key: { id: expect.stringMatching(/^key_/), name: 'test' },
    });
    expect(JSON.stringify(found)).not.toMatch(/secret/i);
  });

  it('has the names of query parameters and never their values', async () => {
    const { requestId } = await send('GET', '/products?q=secret&tag=hidden&tag=again&limit=5');
    const found = await find(requestId);
    expect(found).toMatchObject({ path: '/api/v1/products', queryParameters: ['q', 'tag', 'limit'], status: 200 });
    expect(found).toMatchObject({ errorCode: null, errorFields: [], operationId: 'products.list' });
    expect(JSON.stringify(found)).not.toMatch(/secret|hidden/);
    const pasted = await send('GET', `/products?${key}=1`);
    expect((await find(pasted.requestId)).queryParameters).toEqual([]);
  });

  it('contains refused requests, and those that no operation serves', async () => {
    const humble = await createKeyWithout('products:write');
    const sent = [
      await send('DELETE', '/products/NONE', { as: humble }),
      await send('GET', '/nothing/here'),
      await send('GET', '/products/NONE'),
    ];
    expect((await list()).data.map((row) => [row.requestId, row.operationId, row.status, row.errorCode])).toEqual(
      [
        [sent[0]?.requestId, 'products.delete', 403, 'forbidden'],
        [sent[1]?.requestId, null, 404, 'not_found'],
        [sent[2]?.requestId, 'products.get', 404, 'not_found'],
      ].reverse(),
    );
  });

  it('says when the response of an earlier request was repeated', async () => {
    const options = { body: { sku: 'ONCE', name: 'Once' }, headers: { 'idempotency-key': 'k' } };
    const [first, second] = [await send('POST', '/products', options), await send('POST', '/products', options)];
    expect([(await find(first.requestId)).isReplay, (await find(second.requestId)).isReplay]).toEqual([false, true]);
  });

  it('shows the newest of several requests that were sent with one id', async () => {
    const headers = { 'x-request-id': `order-${randomUUID()}` };
    await send('GET', '/me', { headers });
    await send('GET', '/products/NONE', { headers });
    expect(await find(headers['x-request-id'])).toMatchObject({ operationId: 'products.get', status: 404 });
    const both = await list(`request_id=${headers['x-request-id']}`);
    expect(both.data.map(({ operationId }) => operationId)).toEqual(['products.get', 'meta.me']);
  });

  it('leaves out successful requests of itself', async () => {
    await list();
    const refused = await send('GET', '/requests?status=teapot');
    expect(refused.status).toBe(422);
    expect(idsOf(await list())).toEqual([refused.requestId]);
  });

  it('contains operations that a tool called, with the error shown to the assistant, and refused messages', async () => {
    const call = (name: string, args: object) =>
      send('POST', '/mcp', {
        headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
        body: { jsonrpc: '2.0', id: 1, method: name, params: args },
      });
    const listed = await call('tools/list', {});
    const called = await call('tools/call', { name: 'get_product', arguments: { idOrSku: 'NONE' } });
    const refused = await send('POST', '/mcp', { body: [] });
    expect([listed.status, called.status, refused.status]).toEqual([200, 200, 400]);
    expect(await find(called.requestId)).toMatchObject({
      source: 'assistant',
      method: 'GET',
      path: '/api/v1/products/NONE',
      operationId: 'products.get',
      status: 404,
      errorCode: 'not_found',
      responseBytes: null,
    });
    expect(idsOf(await list())).toEqual([refused.requestId, called.requestId]);
    expect(idsOf(await list('source=assistant&status=400'))).toEqual([refused.requestId]);
  });

  it('contains a request whose client disconnected while sending the body', async () => {
    const { hostname, port } = new URL(app.baseUrl);
    const socket = connect(Number(port), hostname);
    const head = ['POST /api/v1/products HTTP/1.1', 'Host: x', `X-API-Key: ${key}`, 'Content-Type: application/json'];
    socket.write(`${[...head, 'Content-Length: 100'].join('\r\n')}\r\n\r\n{"sku":`);
    await once(socket, 'connect');
    socket.destroy();
    await expect
      .poll(async () => (await list('operation=products.create')).data)
      .toMatchObject([{ status: 400, errorCode: 'bad_request' }]);
  });

  it('accepts any text as the name of a field or a parameter, and as a path', async () => {
    const create = (fields: object) => send('POST', '/products', { body: { sku: 'S', name: 'S', ...fields } });
    const [refused, wide] = [await create({ 'nul\0': 1, 'half\ud83d': 1 }), await create({ ['x'.repeat(500)]: 1 })];
    const long = await send('GET', `/products/${'p'.repeat(3000)}?a%00=1&b%ff=1&${'q'.repeat(3000)}=1&c=1`);
    expect([refused.status, wide.status, long.status]).toEqual([422, 422, 404]);
    expect((await find(refused.requestId)).errorFields).toEqual(['nul\ufffd', 'half\ufffd']);
    expect((await find(wide.requestId)).errorFields).toEqual(['x'.repeat(200)]);
    const { path, queryParameters } = await find(long.requestId);
    expect([path.length, queryParameters]).toEqual([1000, []]);
  });
});

describe('a workspace', () => {
  it('sees the requests of its own keys and of no others', async () => {
    const other = await app.createKey();
    const own = await send('GET', '/products/NONE');
    expect(idsOf(await list('', other))).toEqual([]);
    expect((await send('GET', `/requests/${own.requestId}`, { as: other })).status).toBe(404);
    expect((await list('', other)).data.map(({ path }) => path)).toEqual([`/api/v1/requests/${own.requestId}`]);
  });

  it('sees no requests of unknown keys', async () => {
    const unknown = await send('GET', '/products', { as: `${key}x` });
    expect(unknown.status).toBe(401);
    expect((await send('GET', `/requests/${unknown.requestId}`)).status).toBe(404);
  });

  it('needs a key with the scope keys:write', async () => {
    const humble = await createKeyWithout('keys:write');
    expect((await send('GET', '/requests', { as: humble })).body.error?.code).toBe('forbidden');
  });
});

describe('a list of requests', () => {
  it('is filtered by status, code, operation, key, method, id and time', async () => {
    const other = await app.createKey(allScopes, workspace);
    const missing = await send('GET', '/products/NONE');
    const invalid = await send('POST', '/products', { body: {} });
    const created = await send('POST', '/products', { body: { sku: 'MUG', name: 'Mug' }, as: other });
    const all = [created, invalid, missing].map(({ requestId }) => requestId);
    const [newest, , oldest] = (await list()).data;
    const byQuery: [string, string[]][] = [
      ['', all],
      ['status=4xx,5xx', all.slice(1)],
      ['status=2xx', all.slice(0, 1)],
      ['status=422', all.slice(1, 2)],
      ['status=201&status=404', [all[0] ?? '', all[2] ?? '']],
      ['code=not_found', all.slice(2)],
      ['operation=products.create', all.slice(0, 2)],
      ['operation=products.create&status=4xx', all.slice(1, 2)],
      ['method=GET', all.slice(2)],
      [`key=${newest?.key.id}`, all.slice(0, 1)],
      ['key=key_zzzzzzzzzzzzzzzzzzzzzzzzzz', []],
      [`request_id=${all[1]}`, all.slice(1, 2)],
      [`from=${newest?.createdAt}&operation=products.create&status=201`, all.slice(0, 1)],
      [`to=${oldest?.createdAt}`, []],
      ['from=2999-01-01', []],
    ];
    for (const [query, expected] of byQuery) expect(idsOf(await list(query)), query).toEqual(expected);
  });

  it.each(['status=9xx', 'status=40', 'key=mine', 'from=monday', 'method=BREW', 'limit=0', 'cursor=x', 'page=2'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await send('GET', `/requests?${query}`);
      expect([status, body.error?.code]).toEqual([422, 'validation_failed']);
    },
  );

  it('has each request once on its pages, newest first, even while others arrive', async () => {
    const sent: string[] = [];
    for (let count = 0; count < 7; count += 1) sent.push((await send('GET', '/me')).requestId);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(`limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...idsOf(page));
      cursor = page.pagination.nextCursor;
      expect(page.pagination).toEqual({ limit: 3, hasMore: cursor !== null, nextCursor: cursor });
      await send('GET', '/me');
    }
    expect(seen).toEqual(sent.reverse());
  });

  it('accepts no cursor of another filter', async () => {
    for (let count = 0; count < 2; count += 1) await send('GET', '/me');
    const { pagination } = await list('limit=1');
    const { status } = await send('GET', `/requests?limit=1&status=2xx&cursor=${pagination.nextCursor}`);
    expect(status).toBe(422);
  });
});

describe('several processes', () => {
  it('write to one log, including pending entries when they stop', async () => {
    const second = await startTestApp({ databaseUrl: app.databaseUrl });
    const sent = await send('GET', '/products/NONE', { through: second });
    await second.stop();
    expect(await find(sent.requestId)).toMatchObject({ operationId: 'products.get' });
  });

  it('log nothing when no rows are to be kept', async () => {
    const silent = await startTestApp({ databaseUrl: app.databaseUrl, requestLogRows: 0 });
    onTestFinished(() => silent.stop());
    const sent = await send('GET', '/me', { through: silent });
    expect((await send('GET', `/requests/${sent.requestId}`, { through: silent })).status).toBe(404);
    expect((await list()).data).toEqual([]);
  });
});
