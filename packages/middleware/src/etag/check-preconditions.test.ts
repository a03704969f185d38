import { describe, expect, it } from 'vitest';
import { startTodo } from '../../test-support/start-todo.ts';

const todo = { id: 't1', title: 'Milk', done: false, version: 3 };
const tag = '"t1.3"';

async function setUp(options: Parameters<typeof startTodo>[0] = {}) {
  const started = await startTodo(options);
  started.todos.set('t1', todo);
  return started;
}

describe('a conditional read', () => {
  it.each([tag, `W/${tag}`, `"x", ${tag}`, '*'])('is 304 without calling the handler: %s', async (field) => {
    const { request, calls } = await setUp();
    const response = await request('GET', '/todos/t1', { headers: { 'if-none-match': field } });
    expect(response.status).toBe(304);
    expect(response.text).toBe('');
    expect(response.headers.get('etag')).toBe(tag);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('vary')).toBe('Authorization, X-API-Key');
    expect(response.headers.has('content-type')).toBe(false);
    expect(calls).toEqual([]);
  });

  it('is 304 even when the client asks not to be served from caches, as fetch does', async () => {
    const { request } = await setUp();
    const headers = { 'if-none-match': tag, 'cache-control': 'no-cache' };
    expect((await request('GET', '/todos/t1', { headers })).status).toBe(304);
  });

  it('is not 304 for If-Modified-Since when no time is known', async () => {
    const { request } = await setUp();
    const headers = { 'if-modified-since': 'Sat, 31 Jan 2099 09:30:00 GMT' };
    expect((await request('GET', '/todos/t1', { headers })).status).toBe(200);
  });

  it('is the record when it has changed', async () => {
    const { request } = await setUp();
    const response = await request('GET', '/todos/t1', { headers: { 'if-none-match': '"t1.2"' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).toBe(tag);
  });

  it('is 404 for a record that does not exist, and 400 when malformed', async () => {
    const { request } = await setUp();
    expect((await request('GET', '/todos/t2', { headers: { 'if-none-match': '*' } })).status).toBe(404);
    expect((await request('GET', '/todos/t1', { headers: { 'if-none-match': 'abc' } })).status).toBe(400);
  });

  it("compares the handler's own ETag when the tag is not known early", async () => {
    const { request, calls } = await setUp({ lookups: { todo: async () => ({ entityTag: null }) } });
    const response = await request('GET', '/todos/t1', { headers: { 'if-none-match': tag } });
    expect(response.status).toBe(304);
    expect(response.text).toBe('');
    expect(calls).toEqual(['get']);
  });

  it('looks nothing up without a condition', async () => {
    const { request } = await setUp({
      lookups: {
        todo: async () => {
          throw new Error('not needed');
        },
      },
    });
    expect((await request('GET', '/todos/t1')).status).toBe(200);
    expect((await request('DELETE', '/todos/t1')).status).toBe(204);
  });
});

describe('a conditional write', () => {
  it('passes with the current tag, and is 412 with the current tag otherwise', async () => {
    const { request, calls } = await setUp();
    const body = { title: 'Tea' };
    const stale = await request('PATCH', '/todos/t1', { headers: { 'if-match': '"t1.2"' }, body });
    expect(stale.status).toBe(412);
    expect(stale.headers.get('etag')).toBe(tag);
    expect(calls).toEqual([]);
    const fresh = await request('PATCH', '/todos/t1', { headers: { 'if-match': tag }, body });
    expect(fresh.status).toBe(200);
    expect(fresh.headers.get('etag')).toBe('"t1.4"');
  });

  it('applies to DELETE, which has no body', async () => {
    const { request, todos } = await setUp();
    expect((await request('DELETE', '/todos/t1', { headers: { 'if-match': '"t1.2"' } })).status).toBe(412);
    expect(todos.has('t1')).toBe(true);
    expect((await request('DELETE', '/todos/t1', { headers: { 'if-match': tag } })).status).toBe(204);
    expect((await request('DELETE', '/todos/t1', { headers: { 'if-match': tag } })).status).toBe(404);
  });

  it('treats If-None-Match: * as "create only"', async () => {
    const { request } = await setUp();
    const headers = { 'if-none-match': '*' };
    expect((await request('PUT', '/todos/t1', { headers, body: { title: 'x' } })).status).toBe(412);
    expect((await request('PUT', '/todos/t2', { headers, body: { title: 'x' } })).status).toBe(201);
  });

  it('is 412 with If-Match on a record that a PUT would create', async () => {
    const { request, todos } = await setUp();
    for (const field of ['*', '"t2.1"']) {
      expect((await request('PUT', '/todos/t2', { headers: { 'if-match': field }, body: { title: 'x' } })).status).toBe(
        412,
      );
    }
    expect(todos.has('t2')).toBe(false);
  });

  it('compares strongly unless weakened tags are allowed', async () => {
    const headers = { 'if-match': `W/${tag}` };
    const strict = await setUp();
    expect((await strict.request('PATCH', '/todos/t1', { headers, body: {} })).status).toBe(412);
    const lenient = await setUp({ acceptWeakIfMatch: true });
    expect((await lenient.request('PATCH', '/todos/t1', { headers, body: {} })).status).toBe(200);
  });

  it('responds the same for a missing record, whatever the reason', async () => {
    const { request } = await setUp();
    const first = await request('PATCH', '/todos/nope', { body: {} });
    const second = await request('GET', '/todos/nope');
    expect(first.error?.message).toBe(second.error?.message);
  });

  it('lets exactly one of many writers with the same tag through', async () => {
    const { request, todos } = await setUp();
    const writes = Array.from({ length: 20 }, (_, n) =>
      request('PATCH', '/todos/t1', { headers: { 'if-match': tag }, body: { title: `w${n}` } }),
    );
    const statuses = (await Promise.all(writes)).map((response) => response.status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(412)]);
    expect(todos.get('t1')?.version).toBe(4);
  });
});
