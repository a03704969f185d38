import { request as httpRequest } from 'node:http';
import { ApiError } from '@contract-kit/http-spec';
import { describe, expect, it } from 'vitest';
import { startTodo } from '../../test-support/start-todo.ts';
import { createMemoryRateLimitStore } from '../rate-limit/memory-rate-limit-store.ts';
import { withFallback } from '../rate-limit/with-fallback.ts';
import { createFakeClock } from '../testing/fake-clock.ts';

const milk = { title: 'Milk' };
const standard = (limit: number) => ({ standard: { name: 'standard', limit, windowMs: 60_000 } });
const wide = { name: 'address', limit: 1000, windowMs: 60_000 };

describe('the order of the stages', () => {
  it('is 401 before any other problem of the request', async () => {
    const { request } = await startTodo();
    const response = await request('PATCH', '/todos/nope?x=%zz', { key: null, body: '{broken' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="api"');
  });

  it('is 429 before 403, which also counts', async () => {
    const rateLimit = { store: createMemoryRateLimitStore(), policies: standard(1), addressPolicy: wide };
    const { request, addKey } = await startTodo({ rateLimit });
    const key = addKey('reader', { scopes: ['todos:read'] });
    expect((await request('POST', '/todos', { key, body: milk })).status).toBe(403);
    expect((await request('POST', '/todos', { key, body: milk })).status).toBe(429);
  });

  it('is 403 before the body is read, and 400 for the body before 404 for the record', async () => {
    const { request, addKey } = await startTodo();
    const key = addKey('reader', { scopes: ['todos:read'] });
    expect((await request('PATCH', '/todos/nope', { key, body: '{broken' })).status).toBe(403);
    expect((await request('PATCH', '/todos/nope', { body: '{broken' })).status).toBe(400);
  });

  it('is 404, then 412, then 422', async () => {
    const { request, todos } = await startTodo();
    const bad = { title: 3 };
    const stale = { 'if-match': '"t1.9"' };
    expect((await request('PATCH', '/todos/t1', { headers: stale, body: bad })).status).toBe(404);
    todos.set('t1', { id: 't1', title: 'x', done: false, version: 1 });
    expect((await request('PATCH', '/todos/t1', { headers: stale, body: bad })).status).toBe(412);
    expect((await request('PATCH', '/todos/t1', { headers: { 'if-match': '"t1.1"' }, body: bad })).status).toBe(422);
  });

  it('is 400 for a malformed Idempotency-Key before 422', async () => {
    const { request } = await startTodo();
    for (const key of ['has space', 'a'.repeat(256), 'ünïcode']) {
      const response = await request('POST', '/todos', { headers: { 'idempotency-key': key }, body: { title: 3 } });
      expect(response.error?.code).toBe('bad_request');
    }
  });

  it('ignores a malformed Idempotency-Key where none is accepted', async () => {
    const { request } = await startTodo();
    const response = await request('PUT', '/todos/t1', { headers: { 'idempotency-key': 'has space' }, body: milk });
    expect(response.status).toBe(201);
  });

  it('compares an idempotency key with the body as it was sent, not as the schema completes it', async () => {
    const { request } = await startTodo();
    const send = (body: object) => request('POST', '/todos', { headers: { 'idempotency-key': 'k' }, body });
    expect((await send({ title: 'Milk' })).status).toBe(201);
    expect((await send({ title: 'Milk', done: false })).error?.code).toBe('idempotency_key_reused');
    expect((await send({ title: 'Milk' })).headers.get('idempotent-replayed')).toBe('true');
  });

  it('does not use up an idempotency key for an invalid body', async () => {
    const { request } = await startTodo();
    const headers = { 'idempotency-key': 'k' };
    expect((await request('POST', '/todos', { headers, body: { title: 3 } })).status).toBe(422);
    const response = await request('POST', '/todos', { headers, body: milk });
    expect(response.status).toBe(201);
    expect(response.headers.has('idempotent-replayed')).toBe(false);
  });

  it('responds to an unknown caller before the body has been sent', async () => {
    const { port } = await startTodo();
    const request = httpRequest({
      port,
      method: 'POST',
      path: '/todos/bulk',
      headers: { 'Content-Length': 10_000_000 },
    });
    request.on('error', () => {});
    request.write('[');
    const status = await new Promise((resolve) => request.on('response', (res) => resolve(res.statusCode)));
    expect(status).toBe(401);
    request.destroy();
  });

  it('does not look up a record that the caller may not see', async () => {
    const asked: string[] = [];
    const { request, addKey } = await startTodo({
      lookups: {
        todo: async ({ params }) => {
          asked.push(params.id ?? '');
          return null;
        },
      },
    });
    await request('PATCH', '/todos/t1', { key: addKey('reader', { scopes: [] }), body: milk });
    expect(asked).toEqual([]);
  });
});

describe('every response', () => {
  it.each<[string, string, number, object]>([
    ['GET', '/', 200, { key: null }],
    ['GET', '/todos', 200, {}],
    ['GET', '/todos', 401, { key: null }],
    ['GET', '/todos', 401, { key: 'todo_k1_wrong' }],
    ['GET', '/todos/t1', 304, { headers: { 'if-none-match': '"t1.1"' } }],
    ['GET', '/todos/%zz', 400, {}],
    ['GET', '/todos/%zz', 400, { key: null }],
    ['GET', '/nothing', 404, {}],
    ['GET', '/nothing', 404, { key: null }],
    ['DELETE', '/todos', 405, {}],
    ['OPTIONS', '/todos', 204, { key: null }],
    ['PATCH', '/todos/t1', 412, { headers: { 'if-match': '"x"' }, body: {} }],
    ['POST', '/todos', 413, { body: { title: 'x'.repeat(5000) } }],
    ['POST', '/todos', 422, { body: {} }],
    ['POST', '/todos', 500, { body: { title: 'boom' } }],
    ['DELETE', '/todos/t1', 204, {}],
  ])('carries request id and rate headers: %s %s %i', async (method, path, status, options) => {
    const create = async () => {
      throw new Error('boom');
    };
    const { request, todos } = await startTodo({ handlers: { create } });
    todos.set('t1', { id: 't1', title: 'x', done: false, version: 1 });
    const response = await request(method, path, options);
    expect(response.status).toBe(status);
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    expect(Number(response.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
    expect(Number(response.headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(0);
    const reset = Number(response.headers.get('x-ratelimit-reset'));
    expect(reset - Date.now() / 1000).toBeGreaterThan(50);
    expect(reset - Date.now() / 1000).toBeLessThanOrEqual(61);
    expect(response.headers.get('ratelimit')).toMatch(/^"\w+";r=\d+;t=\d+$/);
    expect(response.headers.has('x-powered-by')).toBe(false);
    if (response.error !== undefined) expect(response.error.requestId).toBe(response.headers.get('x-request-id'));
  });

  it("carries the caller's own request id when that is well formed", async () => {
    const { request } = await startTodo();
    const response = await request('GET', '/nothing', { headers: { 'x-request-id': 'trace-12345678' } });
    expect(response.headers.get('x-request-id')).toBe('trace-12345678');
    expect(response.error?.requestId).toBe('trace-12345678');
  });
});

describe('counting requests', () => {
  const remaining = (response: { headers: Headers }) => Number(response.headers.get('x-ratelimit-remaining'));
  const limitOf = (response: { headers: Headers }) => Number(response.headers.get('x-ratelimit-limit'));

  it('counts requests of a key against the key, including 304s, replays, 404s and 405s', async () => {
    const { request, todos } = await startTodo();
    todos.set('t1', { id: 't1', title: 'x', done: false, version: 1 });
    const headers = { 'idempotency-key': 'k' };
    const responses = [
      await request('POST', '/todos', { headers, body: milk }),
      await request('POST', '/todos', { headers, body: milk }),
      await request('GET', '/todos/t1', { headers: { 'if-none-match': '*' } }),
      await request('GET', '/nothing'),
      await request('DELETE', '/todos'),
      await request('POST', '/todos', { body: {} }),
    ];
    expect(responses.map(remaining)).toEqual([99, 98, 97, 96, 95, 94]);
    expect(responses.map((response) => response.status)).toEqual([201, 201, 304, 404, 405, 422]);
  });

  it('counts key-less paths, failed authentication and unknown paths without a key against the address', async () => {
    const { request } = await startTodo();
    const responses = [
      await request('GET', '/'),
      await request('GET', '/', { key: null }),
      await request('GET', '/todos', { key: null }),
      await request('GET', '/nothing', { key: null }),
      await request('GET', '/nothing', { key: 'wrong' }),
      await request('OPTIONS', '/todos', { key: null }),
    ];
    expect(responses.map(limitOf)).toEqual([50, 50, 50, 50, 50, 50]);
    expect(responses.map(remaining)).toEqual([49, 48, 47, 46, 45, 44]);
  });

  it('keeps keys apart, and a valid key works behind an exhausted address', async () => {
    const { request, addKey } = await startTodo();
    for (let n = 0; n < 51; n += 1) await request('GET', '/todos', { key: null });
    const stranger = await request('GET', '/todos', { key: null });
    expect(stranger.status).toBe(429);
    expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(remaining(await request('GET', '/todos'))).toBe(99);
    expect(remaining(await request('GET', '/todos', { key: addKey('k2') }))).toBe(99);
  });

  it('does not count a 429', async () => {
    const clock = createFakeClock();
    const store = createMemoryRateLimitStore({ clock });
    const { request } = await startTodo({ rateLimit: { store, policies: standard(2), addressPolicy: wide } });
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await request('GET', '/todos')).status);
    clock.advance(60_000);
    statuses.push((await request('GET', '/todos')).status);
    expect(statuses).toEqual([200, 200, 429, 429, 429, 200]);
  });

  it('still limits, and responds, when the store of windows fails behind a fallback', async () => {
    const fail = () => Promise.reject(new Error('down'));
    const broken = { take: fail, takeAll: fail };
    const store = withFallback(broken, createMemoryRateLimitStore(), { onError: () => undefined });
    const { request } = await startTodo({ rateLimit: { store, policies: standard(1), addressPolicy: wide } });
    expect((await request('GET', '/todos')).status).toBe(200);
    expect((await request('GET', '/todos')).status).toBe(429);
  });
});

describe('a failing store of keys', () => {
  const scheme = { credential: 'API key', hint: 'Send a key.', reads: ['X-API-Key'], challenge: 'Bearer realm="api"' };

  it('is a 500 and not a 401', async () => {
    const apiKey = {
      ...scheme,
      authenticate: () => Promise.reject(new Error('select failed')),
    };
    const { request } = await startTodo({ auth: { apiKey } });
    const response = await request('GET', '/todos');
    expect(response.error?.code).toBe('internal_error');
    expect(response.text).not.toContain('select');
  });

  it('does not change expected refusals', async () => {
    const apiKey = {
      ...scheme,
      authenticate: () => {
        throw new ApiError('unauthorized', 'No.');
      },
    };
    const { request } = await startTodo({ auth: { apiKey } });
    expect((await request('GET', '/todos')).status).toBe(401);
  });
});
