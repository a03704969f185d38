import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { ApiError } from '@contract-kit/http-spec';
import { describe, expect, it } from 'vitest';
import { startTodo } from '../../../test-support/start-todo.ts';
import type { Todo } from '../../../test-support/todo-contract.ts';
import { preRendered } from '../../handler-result.ts';

const todo: Todo = { id: 't1', title: 'Milk', done: false, version: 1 };

/** A logger that keeps what went wrong. */
function createLog() {
  const messages: string[] = [];
  const keep = (fields: object) => {
    const { err } = fields as { err: unknown };
    messages.push(err instanceof Error ? err.message : String(err));
  };
  return { messages, logger: { error: keep } };
}

describe('a response', () => {
  it('is JSON with its length, and without a computed ETag', async () => {
    const { request } = await startTodo();
    const response = await request('GET', '/todos');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-length')).toBe(String(response.text.length));
    expect(response.headers.has('etag')).toBe(false);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('vary')).toBe('Authorization, X-API-Key');
  });

  it.each([
    ['text', (text: string) => text],
    ['bytes', (text: string) => Buffer.from(text)],
  ])('that is already rendered is sent byte for byte: %s', async (_, convert) => {
    const text = ` {"data" : [{"id":"t1","title":"Mïlk 😀","done":false,"version":1}]}\n`;
    const { request } = await startTodo({
      handlers: { list: async () => ({ status: 200, body: preRendered(convert(text)) }) },
    });
    const response = await request('GET', '/todos');
    expect(response.text).toBe(text);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  });

  it('of another content type may be a stream', async () => {
    const { request } = await startTodo();
    const response = await request('GET', '/export.csv');
    expect(response.headers.get('content-type')).toBe('text/csv');
    expect(response.text).toBe('id,title\nt1,Milk\n');
  });

  it('breaks off visibly when its stream fails, and the process survives', async () => {
    const { messages, logger } = createLog();
    async function* rows() {
      yield 'id,title\n';
      throw new Error('disk failed');
    }
    const { request } = await startTodo({
      logger,
      handlers: { export: async () => ({ status: 200, body: Readable.from(rows()) }) },
    });
    await expect(request('GET', '/export.csv')).rejects.toThrow();
    expect(messages).toEqual(['disk failed']);
    expect((await request('GET', '/todos')).status).toBe(200);
  });

  it('breaks off visibly when its stream closes early', async () => {
    const { messages, logger } = createLog();
    const stream = new Readable({
      read() {
        this.push('id,title\n');
        setImmediate(() => this.destroy());
      },
    });
    const { request } = await startTodo({ logger, handlers: { export: async () => ({ status: 200, body: stream }) } });
    await expect(request('GET', '/export.csv')).rejects.toThrow();
    expect(messages).toEqual(['Premature close']);
  });

  it('closes its stream when the client disconnects, which is not a failure', async () => {
    const { messages, logger } = createLog();
    let closed: () => void = () => {};
    const done = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const endless = new Readable({
      read() {
        this.push('x'.repeat(1000));
      },
      destroy(error, callback) {
        closed();
        callback(error);
      },
    });
    const { port, key, request } = await startTodo({
      logger,
      handlers: { export: async () => ({ status: 200, body: endless }) },
    });
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET /export.csv HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`);
    });
    socket.once('data', () => socket.destroy());
    await done;
    await request('GET', '/');
    expect(messages).toEqual([]);
  });

  it('informs its handler through the signal that the client has disconnected', async () => {
    const { messages, logger } = createLog();
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const { port, key, request } = await startTodo({
      logger,
      handlers: {
        list: ({ context: { signal } }) => {
          started.resolve();
          return new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason);
              aborted.resolve();
            });
          });
        },
      },
    });
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET /todos HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`);
    });
    await started.promise;
    socket.destroy();
    await aborted.promise;
    await request('GET', '/');
    expect(messages).toEqual([]);
  });

  it('does not abort the signal when it is complete', async () => {
    let signal: AbortSignal | undefined;
    const { request } = await startTodo({
      handlers: {
        list: async ({ context }) => {
          signal = context.signal;
          return { status: 200, body: { data: [] } };
        },
      },
    });
    await request('GET', '/todos');
    await request('GET', '/');
    expect(signal?.aborted).toBe(false);
  });
});

describe('responses checked against the contract', () => {
  it.each<[string, () => unknown, string]>([
    [
      'a wrong body',
      () => ({ status: 200, body: { data: [{ ...todo, title: 1 }] } }),
      '{"data.0.title":"Must be text."',
    ],
    ['a secret that slipped in', () => ({ status: 200, body: { data: [{ ...todo, owner: 'x' }] } }), 'Unknown field.'],
    ['wrong rendered text', () => ({ status: 200, body: preRendered('{"data":{}}') }), 'Must be a list.'],
    [
      'a status nobody declared',
      () => ({ status: 202, body: {} }),
      'todos.list responded with 202, which its contract',
    ],
    ['no body', () => ({ status: 200 }), 'without the body it declares'],
  ])('refuse %s with 500 and an explanation in the log', async (_, respondWith, explanation) => {
    const { messages, logger } = createLog();
    const { request } = await startTodo({ logger, handlers: { list: async () => respondWith() as never } });
    const response = await request('GET', '/todos');
    expect(response.error).toMatchObject({ code: 'internal_error', message: 'Something went wrong on our side.' });
    expect(messages[0]).toContain(explanation);
  });

  it.each([
    ['Location of what it created', { ETag: '"t1.1"' }, 'Location'],
    ['ETag that its operation promises', { Location: '/todos/t1' }, 'ETag'],
  ])('refuse a response without the %s', async (_, headers, name) => {
    const { messages, logger } = createLog();
    const create = async () => ({ status: 201, headers, body: { data: todo } }) as never;
    const put = async () => ({ status: 200, headers, body: { data: todo } }) as never;
    const { request } = await startTodo({ logger, handlers: { create, put } });
    const path = name === 'Location' ? '/todos' : '/todos/t1';
    const response = await request(name === 'Location' ? 'POST' : 'PUT', path, { body: { title: 'Milk' } });
    expect(response.status).toBe(500);
    expect(messages[0]).toContain(`without the header ${name}`);
  });

  it('refuse an error code the route does not declare', async () => {
    const { messages, logger } = createLog();
    const list = async () => {
      throw new ApiError('conflict', 'No.');
    };
    const { request } = await startTodo({ logger, handlers: { list } });
    expect((await request('GET', '/todos')).status).toBe(500);
    expect(messages).toEqual(['todos.list failed with conflict, which its contract does not declare.']);
  });

  it('are not checked where bodies are trusted', async () => {
    const list = async () => ({ status: 200, body: { data: [{ title: 1 }] } }) as never;
    const { request } = await startTodo({ validateResponses: false, responses: 'trust', handlers: { list } });
    expect((await request('GET', '/todos')).body).toEqual({ data: [{ title: 1 }] });
  });
});

describe('the headers of a handler', () => {
  it.each([
    ['a value with a line break', { 'X-Own': 'a\r\nX-Other: b' }],
    ['a name with a space', { 'X Own': 'a' }],
    ['a value beyond Latin-1', { 'X-Own': '世界' }],
  ])('are a logged 500 with %s, whether it returns or throws them', async (_, headers) => {
    const { messages, logger } = createLog();
    const { request } = await startTodo({
      logger,
      handlers: {
        list: async () => ({ status: 200, body: { data: [] }, headers: { ETag: '"1"', ...headers } }),
        create: async () => {
          throw new ApiError('conflict', 'No.', { headers });
        },
      },
    });
    const failed = [await request('GET', '/todos'), await request('POST', '/todos', { body: { title: 'Milk' } })];
    expect(failed.map(({ status, error }) => [status, error?.code])).toEqual(failed.map(() => [500, 'internal_error']));
    expect(failed[0]?.headers.has('etag')).toBe(false);
    expect(messages.every((message) => message.includes('is not valid'))).toBe(true);
  });

  it('do not overwrite those of policies, except Cache-Control, and add to Vary', async () => {
    const headers = {
      'x-request-id': 'forged-12345678',
      'X-RateLimit-Remaining': '1000000',
      'x-content-type-options': 'none',
      vary: 'Accept-Language, Authorization',
      'cache-control': 'no-store',
      'X-Own': 'kept',
    };
    const { request } = await startTodo({
      handlers: { list: async () => ({ status: 200, body: { data: [] }, headers }) },
    });
    const response = await request('GET', '/todos');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('99');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('vary')).toBe('Authorization, X-API-Key, Accept-Language');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-own')).toBe('kept');
  });
});

describe('a handler', () => {
  it.each<[string, unknown]>([
    ['an error', new Error('select * from secrets')],
    ['undefined', undefined],
    ['null', null],
    ['text', 'select * from secrets'],
    ['the word Express takes for "next route"', 'route'],
    ['the word Express takes for "leave"', 'router'],
    ['the 404 of its own upstream', Object.assign(new Error('select * from secrets'), { status: 404 })],
    ['an object', { status: 200, message: 'select * from secrets' }],
  ])('that throws %s returns 500 and does not disclose the error', async (_, thrown) => {
    const { messages, logger } = createLog();
    const list = async () => {
      throw thrown;
    };
    const { request } = await startTodo({ logger, handlers: { list } });
    const response = await request('GET', '/todos');
    expect(response.status).toBe(500);
    expect(response.error).toEqual({
      code: 'internal_error',
      message: 'Something went wrong on our side.',
      requestId: response.headers.get('x-request-id'),
    });
    expect(messages).toHaveLength(1);
    expect((await request('GET', '/')).status).toBe(200);
  });

  it('that throws before it returns a promise returns 500', async () => {
    const list = () => {
      throw new Error('at once');
    };
    const { request } = await startTodo({ handlers: { list } });
    expect((await request('GET', '/todos')).status).toBe(500);
  });

  it('has the caller, the key and additions of the application in its context', async () => {
    const seen: unknown[] = [];
    const { request } = await startTodo({
      createContext: (base) => ({ greeting: `hello ${base.caller?.tenantId}` }),
      handlers: {
        create: async ({ context }) => {
          const { greeting } = context as typeof context & { greeting: string };
          seen.push(context.caller.subject, context.idempotencyKey, context.ifMatch, greeting, context.requestId);
          return { status: 201, headers: { Location: '/todos/t1' }, body: { data: todo } };
        },
      },
    });
    const headers = { 'idempotency-key': 'abc', 'x-request-id': 'trace-1234' };
    await request('POST', '/todos', { headers, body: { title: 'x' } });
    expect(seen).toEqual(['k1', 'abc', null, 'hello tenant-1', 'trace-1234']);
  });

  it('may respond with an error that is meant for the caller', async () => {
    const { messages, logger } = createLog();
    const get = async () => {
      throw Object.assign(new Error('There is no such to-do.'), { status: 404, expose: true });
    };
    const { request, todos } = await startTodo({ logger, handlers: { get } });
    todos.set('t1', todo);
    const response = await request('GET', '/todos/t1');
    expect([response.status, response.error?.message]).toEqual([404, 'There is no such to-do.']);
    expect(messages).toEqual([]);
  });

  it('has a context made from the request, its caller and its operation', async () => {
    const seen: unknown[] = [];
    const { request } = await startTodo({
      createContext: async ({ request, operation, caller }) => {
        const { method, target, headers, peerAddress } = request;
        seen.push(method, target, headers['accept-language'], peerAddress, operation.operationId, caller?.subject);
        seen.push(request.headerLines('x-twice'), request.signal.aborted);
        return {};
      },
    });
    const headers = { 'accept-language': 'de', 'x-twice': 'a' };
    await request('GET', '/todos?done=true', { headers });
    expect(seen).toEqual(['GET', '/todos?done=true', 'de', '127.0.0.1', 'todos.list', 'k1', ['a'], false]);
  });

  it('gets the parsed If-Match for its own UPDATE', async () => {
    let seen: unknown;
    const { request, todos } = await startTodo({
      handlers: {
        patch: async ({ context }) => {
          seen = context.ifMatch;
          return { status: 200, headers: { ETag: '"t1.1"' }, body: { data: todo } };
        },
      },
    });
    todos.set('t1', todo);
    await request('PATCH', '/todos/t1', { headers: { 'if-match': '"t1.1", "old"' }, body: {} });
    expect(seen).toEqual([
      { value: 't1.1', weak: false },
      { value: 'old', weak: false },
    ]);
  });

  it('that finds another version than the lookup returns 412 with its own ETag, or without any', async () => {
    const failures = [{}, { headers: { ETag: '"t1.2"' } }];
    const { request, todos } = await startTodo({
      handlers: {
        patch: async () => {
          throw new ApiError('precondition_failed', 'Changed meanwhile.', failures.shift());
        },
      },
    });
    todos.set('t1', todo);
    const tags: (string | null)[] = [];
    for (let count = 0; count < 2; count += 1) {
      const response = await request('PATCH', '/todos/t1', { headers: { 'if-match': '"t1.1"' }, body: {} });
      expect(response.status).toBe(412);
      tags.push(response.headers.get('etag'));
    }
    expect(tags).toEqual([null, '"t1.2"']);
  });
});
