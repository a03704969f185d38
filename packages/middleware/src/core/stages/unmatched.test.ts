import { describe, expect, it } from 'vitest';
import { startTodo } from '../../../test-support/start-todo.ts';

describe('a path the contract does not have', () => {
  it.each(['/nothing', '/todos/t1/parts', '/Todos', '//todos', '/todos//', '/.env'])('is 404: %s', async (path) => {
    const { request } = await startTodo();
    const response = await request('GET', path);
    expect(response.status).toBe(404);
    expect(response.error).toMatchObject({ code: 'not_found' });
  });
});

describe('a method a path does not have', () => {
  it.each([
    ['DELETE', '/todos', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/todos/t1', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'],
    ['PROPFIND', '/todos/', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
  ])('is 405 with Allow: %s %s', async (method, path, allow) => {
    const { request } = await startTodo();
    const response = await request(method, path);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(response.error?.code).toBe('method_not_allowed');
  });
});

describe('OPTIONS', () => {
  it('lists the methods of a path, without a key', async () => {
    const { request } = await startTodo();
    const response = await request('OPTIONS', '/todos/t1', { key: null });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS, PATCH, PUT');
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('is 404 where there is no path', async () => {
    const { request } = await startTodo();
    expect((await request('OPTIONS', '/nothing')).status).toBe(404);
  });
});

describe('HEAD', () => {
  it('responds like GET, without the body', async () => {
    const { request, todos } = await startTodo();
    todos.set('t1', { id: 't1', title: 'Milk', done: false, version: 1 });
    const get = await request('GET', '/todos/t1');
    const head = await request('HEAD', '/todos/t1');
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    expect((await request('HEAD', '/todos/t1', { headers: { 'if-none-match': '"t1.1"' } })).status).toBe(304);
    expect((await request('HEAD', '/todos/nope')).status).toBe(404);
    expect((await request('HEAD', '/export.csv')).text).toBe('');
  });
});

describe('a path parameter', () => {
  it.each([
    ['/todos/%zz', 400],
    ['/todos/%C3%28', 400],
    ['/todos/a%00b', 404],
    ['/todos/%2e%2e%2f%2e%2e%2fetc', 404],
    [`/todos/${'x'.repeat(5000)}`, 404],
    ['/todos/%F0%9F%98%80', 404],
    ["/todos/'%20or%201=1--", 404],
    ['/todos/__proto__', 404],
    ['/todos/constructor', 404],
  ])('that no record has is refused: %s is %i', async (path, status) => {
    const { request } = await startTodo();
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const response = await request(method, path, method === 'PATCH' ? { body: {} } : {});
      expect(response.status).toBe(status);
    }
  });
});

describe('a path parameter with NUL, or longer than any name', () => {
  it.each(['/todos/a%00b', `/todos/${'x'.repeat(1025)}`])('reaches neither lookup nor handler: %s', async (path) => {
    const asked: unknown[] = [];
    const { request, calls } = await startTodo({
      lookups: {
        todo: async ({ params }) => {
          asked.push(params);
          return null;
        },
      },
    });
    await request('GET', path);
    await request('PATCH', path, { body: {} });
    expect([...asked, ...calls]).toEqual([]);
  });
});

describe('cross-origin access', () => {
  const cors = { origins: ['https://app.example.com'], maxAgeSeconds: 60 };

  it('is off by default', async () => {
    const { request } = await startTodo();
    const response = await request('GET', '/', { headers: { origin: 'https://app.example.com' } });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('responds to a preflight of an allowed origin', async () => {
    const { request } = await startTodo({ cors });
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'PATCH' };
    const response = await request('OPTIONS', '/todos/t1', { key: null, headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(response.headers.get('access-control-max-age')).toBe('60');
    expect(response.headers.get('vary')).toBe('Authorization, X-API-Key, Origin');
  });

  it('exposes the headers of the policies, even on errors', async () => {
    const { request } = await startTodo({ cors: { origins: '*' } });
    const response = await request('GET', '/todos', { key: null, headers: { origin: 'https://any.example' } });
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
  });

  it('reveals nothing to another origin', async () => {
    const { request } = await startTodo({ cors });
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' };
    const response = await request('OPTIONS', '/todos/t1', { key: null, headers });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
