import { expectError } from '@product-content/test-support/app/expect-response';
import {
  type Api,
  type ApiResponse,
  type App,
  sharedApp,
  type Workspace,
} from '@product-content/test-support/app-server';
import { each, takesIdempotencyKey } from '@product-content/test-support/contract/routes';
import {
  createRecordFor,
  freshName,
  prepareForExamples,
  sampleRequest,
} from '@product-content/test-support/contract/sample-requests';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectReplay, keyed, newProduct } from './replays.ts';

let app: App;
let workspace: Workspace;
let api: Api;

beforeAll(async () => {
  // No jobs: what waits for a lock here is a request.
  app = await sharedApp({ ROLE: 'api' });
  workspace = await app.createWorkspace();
  api = app.api((await app.createKey(workspace)).key);
  await prepareForExamples(api);
});

const countProducts = async (sku: string) =>
  (await app.query<{ count: number }>('select count(*) from product where sku = $1', [sku]))[0]?.count;

// API behavior 3.8, 3.10, 3.11.
describe('an Idempotency-Key', () => {
  it.each(each(takesIdempotencyKey))('makes %s safe to repeat', async (_, route) => {
    const request = sampleRequest(route, await createRecordFor(app, api, route));
    const send = () => api.send(request.method, request.path, { body: request.body, headers: keyed(freshKey) });
    const freshKey = freshName('every');
    const first = await send();
    expect(first.status).toBeLessThan(300);
    expectReplay(await send(), first);
    expectReplay(await send(), first);
  });

  it.each(each((route) => route.policy.auth.length > 0 && !takesIdempotencyKey(route) && route.method !== 'GET'))(
    'is ignored by %s, even a malformed one',
    async (_, route) => {
      const request = sampleRequest(route, await createRecordFor(app, api, route));
      const response = await api.send(request.method, request.path, {
        body: request.body,
        headers: keyed('two words'),
      });
      expect(response.status).toBeLessThan(300);
      expect(response.headers.has('idempotent-replayed')).toBe(false);
    },
  );

  it('lets one of twenty concurrent requests do the work', async () => {
    const body = newProduct();
    const responses = await Promise.all(Array.from({ length: 20 }, () => api.post('/products', body, keyed(body.sku))));
    expect(await countProducts(body.sku)).toBe(1);
    const [first, ...more] = responses.filter(
      ({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'),
    );
    expect(more).toEqual([]);
    for (const response of responses) {
      if (response === first) continue;
      if (response.status === 201) {
        expectReplay(response, first as ApiResponse);
      } else {
        expectError(response, 'idempotency_in_progress');
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      }
    }
    expectReplay(await api.post('/products', body, keyed(body.sku)), first as ApiResponse);
  });

  it('of a request that is still running is 409 in progress; a later retry gets the response', async () => {
    const body = newProduct();
    const blocker = new pg.Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table product in exclusive mode');
      const running = api.post('/products', body, keyed(body.sku));
      await expect.poll(waitingStatements).toBe(1);
      const second = await api.post('/products', body, keyed(body.sku));
      expectError(second, 'idempotency_in_progress');
      expect(second.headers.get('retry-after')).toBe('1');
      // What was requested does not matter while the response is pending.
      expectError(await api.post('/products', newProduct(), keyed(body.sku)), 'idempotency_in_progress');
      await blocker.query('commit');
      const first = await running;
      expect(first.status).toBe(201);
      expectReplay(await api.post('/products', body, keyed(body.sku)), first);
    } finally {
      await blocker.end();
    }
  });

  it('of a request whose client has disconnected replays the response', async () => {
    const body = newProduct();
    const blocker = new pg.Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table product in exclusive mode');
      const impatient = new AbortController();
      const { key } = await app.createKey(workspace);
      const gone = fetch(`${app.baseUrl}/products`, {
        method: 'POST',
        headers: keyed(body.sku, { 'content-type': 'application/json', 'x-api-key': key }),
        body: JSON.stringify(body),
        signal: impatient.signal,
      });
      await expect.poll(waitingStatements).toBe(1);
      impatient.abort();
      await expect(gone).rejects.toThrow();
      await blocker.query('commit');
    } finally {
      await blocker.end();
    }
    const retry = async () => api.post('/products', body, keyed(body.sku));
    await expect.poll(async () => (await retry()).status).toBe(201);
    expect((await retry()).headers.get('idempotent-replayed')).toBe('true');
    expect(await countProducts(body.sku)).toBe(1);
  });
});

async function waitingStatements(): Promise<number> {
  const [row] = await app.query<{ count: number }>(
    'select count(*)::int as count from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
  );
  return row?.count ?? 0;
}

// API behavior 3.9.
describe('the same key for another request', () => {
  const first = newProduct();
  beforeAll(async () => {
    expect((await api.post('/products', first, keyed('taken'))).status).toBe(201);
  });

  it('is 422 reused when the body differs', async () => {
    for (const body of [
      { ...first, name: 'Other' },
      { ...first, brand: null },
      { ...first, sku: freshName() },
    ]) {
      expectError(await api.post('/products', body, keyed('taken')), 'idempotency_key_reused');
    }
  });

  it('is 422 reused when the query differs', async () => {
    const bulk = (query: string) => api.post(`/products/bulk${query}`, { items: [newProduct()] }, keyed('with-query'));
    const body = { items: [newProduct()] };
    expect((await api.post('/products/bulk', body, keyed('with-query'))).status).toBe(200);
    expectError(await bulk('?include=products'), 'idempotency_key_reused');
    expectError(await api.post('/products/bulk?mode=merge', body, keyed('with-query')), 'idempotency_key_reused');
  });

  it('is 422 reused when the path differs', async () => {
    const other = newProduct();
    await api.post('/products', other);
    const restore = (sku: string) => api.post(`/products/${sku}/versions/1/restore`, undefined, keyed('restored'));
    expect((await restore(first.sku)).status).toBe(200);
    expectError(await restore(other.sku), 'idempotency_key_reused');
  });

  it('is a separate key on another operation', async () => {
    expect((await api.post('/categories', { code: freshName() }, keyed('taken'))).status).toBe(201);
  });

  it('is the same request if only the order of members and white space differ', async () => {
    const body = `{ "name" : "${first.name}",\n "sku":"${first.sku}" }`;
    const replay = await api.post('/products', body, keyed('taken'));
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  });

  it('is another request if the order of a list differs', async () => {
    const body = { ...newProduct(), tags: ['a', 'b'] };
    await api.post('/products', body, keyed('listed'));
    expectError(await api.post('/products', { ...body, tags: ['b', 'a'] }, keyed('listed')), 'idempotency_key_reused');
  });
});

// API behavior 1.5.
describe('a key', () => {
  it.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a space', 'two words'],
    ['with a tab', 'two\twords'],
    ['beyond ASCII', 'schlüssel'],
  ])('that is malformed is 400: %s', async (_, key) => {
    const body = newProduct();
    expectError(await api.post('/products', body, keyed(key)), 'bad_request');
    expect(await countProducts(body.sku)).toBe(0);
  });

  it.each([
    ['one character', '!'],
    ['255 characters', '~'.repeat(255)],
    ['punctuation', `"'\\;--/*%_${freshName()}`],
  ])('may be %s', async (_, key) => {
    const body = newProduct();
    const first = await api.post('/products', body, keyed(key));
    expect(first.status).toBe(201);
    expectReplay(await api.post('/products', body, keyed(key)), first);
  });

  it('belongs to the workspace: its other keys replay, other workspaces do not', async () => {
    const body = newProduct();
    const first = await api.post('/products', body, keyed('shared'));
    const colleague = app.api((await app.createKey(workspace)).key);
    expectReplay(await colleague.post('/products', body, keyed('shared')), first);
    const stranger = app.api((await app.createKey(await app.createWorkspace())).key);
    const theirs = await stranger.post('/products', body, keyed('shared'));
    expect([theirs.status, theirs.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect(theirs.data.id).not.toBe(first.data.id);
  });

  it('is optional: without it every request does its work', async () => {
    const body = { ...newProduct() };
    expect((await api.post('/products', body)).status).toBe(201);
    expectError(await api.post('/products', body), 'conflict');
  });
});
