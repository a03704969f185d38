import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTodo } from '../../test-support/start-todo.ts';

describe('a request body', () => {
  it('is validated strictly, at dotted paths', async () => {
    const { request } = await startTodo();
    const body = { title: '', tilte: 'x', labels: [{ name: 'a' }, { name: 1, colour: 'red' }] };
    const response = await request('POST', '/todos', { body });
    expect(response.status).toBe(422);
    expect(Object.keys(response.error?.details?.fieldErrors ?? {}).sort()).toEqual([
      'labels.1.colour',
      'labels.1.name',
      'tilte',
      'title',
    ]);
  });

  it('that is missing or not an object is 422 at _root', async () => {
    const { request } = await startTodo();
    for (const options of [{}, { body: '' }, { body: '[]' }, { body: 'null' }, { body: '"x"' }]) {
      const response = await request('POST', '/todos', options);
      expect(response.status).toBe(422);
      expect(Object.keys(response.error?.details?.fieldErrors ?? {})).toEqual(['_root']);
    }
  });

  it.each([
    ['{"title":', 'application/json', 400],
    ['{"title":"x"}', 'text/plain', 400],
    ['title=x', 'application/x-www-form-urlencoded', 400],
    ['{"title":"x"}', 'application/json; charset=latin1', 400],
    ['{"title":"x\\u0000"}', 'application/json', 422],
    ['{"title":"x","__proto__":{"done":true}}', 'application/json', 422],
    ['{"title":"x","done":1e999}', 'application/json', 422],
  ])('%s as %s is %i', async (body, type, status) => {
    const { request } = await startTodo();
    expect((await request('POST', '/todos', { body, headers: { 'content-type': type } })).status).toBe(status);
  });

  it('beyond the limit of its route is 413, even if only after decompression', async () => {
    const { request, url, key } = await startTodo();
    expect((await request('POST', '/todos', { body: { title: 'x'.repeat(4096) } })).status).toBe(413);
    expect((await request('POST', '/todos/bulk', { body: { items: ['x'.repeat(4096)] } })).status).toBe(200);
    const response = await fetch(`${url}/todos`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-api-key': key },
      body: gzipSync(JSON.stringify({ title: 'x'.repeat(100_000) })),
    });
    expect(response.status).toBe(413);
  });

  it('that was refused unread keeps the connection usable', async () => {
    const { request } = await startTodo();
    const big = { items: ['x'.repeat(2_000_000)] };
    for (let n = 0; n < 5; n += 1) {
      expect((await request('POST', '/todos/bulk', { body: big, key: 'wrong' })).status).toBe(401);
      expect((await request('GET', '/todos')).status).toBe(200);
    }
  });

  it('of ten megabytes of brackets neither kills nor stops the process', async () => {
    const { request } = await startTodo();
    const deep = await request('POST', '/todos/bulk', { body: '['.repeat(10 * 1024 * 1024) });
    expect(deep.status).toBe(422);
    expect((await request('GET', '/todos')).status).toBe(200);
  });

  it('may be of another type where the route says so and a parser reads it', async () => {
    const { request } = await startTodo();
    const headers = { 'content-type': 'text/plain' };
    const read = await request('POST', '/todos/bulk', { headers, body: 'a\nb' });
    expect(read.body).toEqual({ data: { count: 2, refused: [] } });
    expect((await request('POST', '/todos/bulk', { headers, body: 'a\nb\0' })).status).toBe(422);
    expect((await request('POST', '/todos', { headers, body: '{"title":"x"}' })).status).toBe(400);
  });

  it('may be lines of JSON if the route accepts a batch', async () => {
    const { request } = await startTodo();
    const headers = { 'content-type': 'application/x-ndjson' };
    const read = await request('POST', '/todos/bulk', { headers, body: '{"a":1}\n{"a":2}\n' });
    expect(read.body).toEqual({ data: { count: 2, refused: [] } });
    expect((await request('POST', '/todos', { headers, body: '{"title":"x"}' })).status).toBe(400);
  });

  it('that is a batch reaches the handler with a placeholder for each invalid item', async () => {
    const { request } = await startTodo();
    const items = ['{"a":"\\u0000"}', `{${Array.from({ length: 11 }, (_, n) => `"k${n}":1`).join()}}`, '{"a":1}'];
    const json = await request('POST', '/todos/bulk', { body: `{"items":[${items.join()}]}` });
    expect(json.body).toEqual({ data: { count: 3, refused: ['validation_failed', 'validation_failed'] } });
    const headers = { 'content-type': 'application/x-ndjson' };
    const lines = await request('POST', '/todos/bulk', { headers, body: `${items.join('\n')}\n{"a":\n` });
    expect(lines.body).toEqual({
      data: { count: 4, refused: ['validation_failed', 'validation_failed', 'bad_request'] },
    });
  });

  it('with a million problems gets an error that names a hundred of them', async () => {
    const { request } = await startTodo();
    const body = { title: 'x', labels: Array.from({ length: 1000 }, () => ({ name: 1 })) };
    const response = await request('PUT', '/todos/t1', { body });
    expect(Object.keys(response.error?.details?.fieldErrors ?? {})).toHaveLength(100);
    expect(response.error?.message).toBe('The input is invalid. At least 900 more fields are not listed.');
  });

  it('is ignored by routes without a body', async () => {
    const { request, todos } = await startTodo();
    todos.set('t1', { id: 't1', title: 'x', done: false, version: 1 });
    const headers = { 'content-type': 'text/plain' };
    expect((await request('DELETE', '/todos/t1', { headers, body: 'rubbish' })).status).toBe(204);
  });

  it('may be read as a stream by a reader of its type', async () => {
    const seen: string[] = [];
    const { request } = await startTodo({
      body: {
        parsers: { 'text/plain': (text) => text },
        readers: {
          'application/x-ndjson': async (sent, { contentType, limit, caller }) => {
            seen.push(contentType, String(limit), String(caller?.subject));
            let size = 0;
            for await (const chunk of sent.openBody()) size += (chunk as Buffer).length;
            return { body: { items: Array.from({ length: size }) } };
          },
        },
      },
    });
    const response = await request('POST', '/todos/bulk', {
      headers: { 'content-type': 'application/x-ndjson; x=1' },
      body: 'abc',
    });
    expect(response.body).toEqual({ data: { count: 3, refused: [] } });
    expect(seen).toEqual(['application/x-ndjson; x=1', '10485760', 'k1']);
  });
});

describe('a query', () => {
  it.each([
    ['?nope=1', { nope: 'Unknown parameter.' }],
    ['?done=maybe', { done: 'Must be one of true, false.' }],
    ['?q=a&q=b', { q: 'Must be given once.' }],
    ['?q=%00', { q: 'Must not contain NUL characters.' }],
    ['?__proto__=1', { ['__proto__']: 'Unknown parameter.' }],
  ])('is refused with 422 by the name of the parameter: %s', async (query, fields) => {
    const { request } = await startTodo();
    const response = await request('GET', `/todos${query}`);
    expect(response.status).toBe(422);
    expect(Object.entries(response.error?.details?.fieldErrors ?? {})).toEqual(Object.entries(fields));
  });

  it('with malformed percent-encoding is 400 naming the parameter', async () => {
    const { request } = await startTodo();
    const response = await request('GET', '/todos?q=%E0%A4');
    expect(response.error).toMatchObject({
      code: 'bad_request',
      message: 'The query parameter "q" has malformed percent-encoding.',
    });
  });

  it('is reported together with the body', async () => {
    const { request, todos } = await startTodo();
    todos.set('t1', { id: 't1', title: 'x', done: false, version: 1 });
    const response = await request('PATCH', '/todos/t1', { body: { title: 1 } });
    expect(response.error?.details?.fieldErrors).toEqual({ title: 'Must be text.' });
  });
});
