import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { startTodo } from '../../test-support/start-todo.ts';
import { toApiError } from '../errors/to-api-error.ts';
import { combineObservers } from './combine-observers.ts';
import type { Observer } from './observer.ts';
import type { ExtraRoute } from './operations/extra-routes.ts';

/** An observer that records its calls. */
function createNotes() {
  const notes: string[] = [];
  const observer: Observer = {
    onRequest: ({ request }) => void notes.push(`${request.method} ${request.target}`),
    onStage: (_, stage) => void notes.push(stage),
    onAfterCommit: ({ operation, caller }) => void notes.push(`${caller?.subject} did ${operation?.operationId}`),
    onError: (_, error) => void notes.push(String(error)),
    onResponse: (_, { status }) => void notes.push(String(status)),
  };
  return { notes, observer };
}

describe('an observer', () => {
  it('is notified of a request, its stages, its commit and its response', async () => {
    const { notes, observer } = createNotes();
    const { request } = await startTodo({ observer });
    await request('POST', '/todos', { body: { title: 'Milk' } });
    expect(notes).toEqual([
      'POST /todos',
      'authenticate',
      'count',
      'checkSunset',
      'checkScopes',
      'readHead',
      'receiveBody',
      'checkRecord',
      'validateInput',
      'authorize',
      'handle',
      'k1 did todos.create',
      '201',
    ]);
  });

  it('is notified of errors, and of no commit for a replay or a read', async () => {
    const { notes, observer } = createNotes();
    const { request } = await startTodo({ observer });
    const sent = { headers: { 'idempotency-key': 'k' }, body: { title: 'Milk' } };
    for (const _ of ['first', 'replay']) await request('POST', '/todos', sent);
    await request('GET', '/todos');
    await request('GET', '/nothing');
    expect(notes.filter((note) => note.includes(' did '))).toEqual(['k1 did todos.create']);
    expect(notes.slice(-3)).toEqual(['GET /nothing', 'ApiError: This path does not exist.', '404']);
  });

  it('is notified of operations called inside a request, apart from that request', async () => {
    const notes: unknown[] = [];
    const observer: Observer = {
      onCall: ({ operation, request, requestId, caller }, { status, error, durationMs }) => {
        expect(durationMs).toBeGreaterThanOrEqual(0);
        const code = error === null ? null : toApiError(error).code;
        notes.push([requestId, caller?.subject, operation?.operationId, request.target, status, code]);
      },
      onResponse: ({ route }, { status }) => void notes.push([route, status]),
      onError: ({ route }) => void notes.push([route, 'failed']),
    };
    const assistant: ExtraRoute = {
      method: 'POST',
      path: '/assistant',
      async handle({ callOperation }) {
        await callOperation({ operationId: 'todos.list' });
        return callOperation({ operationId: 'todos.get', params: { id: 'none' } });
      },
    };
    const { request } = await startTodo({ observer, extraRoutes: [assistant] });
    const headers = { 'x-request-id': 'outer-request' };
    expect((await request('POST', '/assistant', { headers })).status).toBe(404);
    expect(notes).toEqual([
      ['outer-request', 'k1', 'todos.list', '/todos', 200, null],
      ['outer-request', 'k1', 'todos.get', '/todos/none', 404, 'not_found'],
      ['/assistant', 'failed'],
      ['/assistant', 404],
    ]);
  });

  it('that throws is logged and changes nothing', async () => {
    const logged: unknown[] = [];
    const observer: Observer = {
      onStage: () => {
        throw new Error('no metrics');
      },
    };
    const { request } = await startTodo({ observer, logger: { error: (fields) => void logged.push(fields) } });
    expect((await request('GET', '/todos')).status).toBe(200);
    expect(logged[0]).toMatchObject({ err: { message: 'no metrics' } });
  });

  it('is notified of the decisions of rate limits and idempotency keys', async () => {
    const notes: unknown[] = [];
    const observer: Observer = {
      onCount: ({ route }, { limit, admitted }) => void notes.push([route, limit, admitted]),
      onIdempotency: (_, outcome) => void notes.push(outcome),
    };
    const { request } = await startTodo({ observer });
    const headers = { 'idempotency-key': 'k' };
    await request('POST', '/todos', { headers, body: { title: 'Milk' } });
    await request('POST', '/todos', { headers, body: { title: 'Milk' } });
    await request('POST', '/todos', { headers, body: { title: 'Bread' } });
    expect(notes).toEqual(
      ['executed', 'replayed', 'reused'].flatMap((outcome) => [['/todos', 'standard', true], outcome]),
    );
  });

  it('gets the route and the size of a response', async () => {
    const notes: unknown[] = [];
    const observer: Observer = { onResponse: ({ route }, { status, size }) => void notes.push([route, status, size]) };
    const { request } = await startTodo({ observer });
    const bodies = [await request('GET', '/todos/none'), await request('GET', '/todos'), await request('GET', '/none')];
    const sizes = bodies.map(({ text }) => Buffer.byteLength(text));
    expect(notes).toEqual([
      ['/todos/{id}', 404, sizes[0]],
      ['/todos', 200, sizes[1]],
      [null, 404, sizes[2]],
    ]);
  });

  it('can wrap the processing of a request', async () => {
    const storage = new AsyncLocalStorage<string>();
    const found: unknown[] = [];
    const observer: Observer = {
      around: ({ requestId }, serve) => storage.run(requestId, serve),
      onStage: () => void found.push(storage.getStore()),
    };
    const { request } = await startTodo({ observer });
    const { headers } = await request('GET', '/todos');
    expect(new Set(found)).toEqual(new Set([headers.get('x-request-id')]));
  });

  it.each([
    ['throws before the request', () => Promise.reject(new Error('no span'))],
    [
      'throws after it',
      async (_: unknown, serve: () => Promise<unknown>) => {
        await serve();
        throw new Error('no span');
      },
    ],
  ])('that %s serves it once, and is logged', async (_, around) => {
    const logged: unknown[] = [];
    const handled: string[] = [];
    const observer = { around, onStage: (_: unknown, stage: string) => void handled.push(stage) };
    const { request } = await startTodo({
      observer: observer as Observer,
      logger: { error: (fields) => void logged.push(fields) },
    });
    expect((await request('GET', '/todos')).status).toBe(200);
    expect(handled.filter((stage) => stage === 'handle')).toHaveLength(1);
    expect(logged[0]).toMatchObject({ err: { message: 'no span' } });
  });

  it('is notified of an error stored with its key when it happens, and not of its replay', async () => {
    const notes: unknown[] = [];
    const observer: Observer = {
      onError: (_, error) => void notes.push(String(error)),
      onResponse: (_, { status }) => void notes.push(status),
    };
    const { request } = await startTodo({ observer });
    const sent = { headers: { 'idempotency-key': 'k' }, body: { title: 'taken' } };
    await request('POST', '/todos', sent);
    await request('POST', '/todos', sent);
    expect(notes).toEqual(['ApiError: A to-do with this title exists.', 409, 409]);
  });
});

describe('combined observers', () => {
  it('are all called, whichever of them throws, and run a request within each other', async () => {
    const notes: string[] = [];
    const noting = (name: string): Observer => ({
      around: async (_, serve) => {
        notes.push(`${name} begins`);
        const served = await serve();
        notes.push(`${name} ends`);
        return served;
      },
      onResponse: () => {
        notes.push(`${name} is notified`);
        throw new Error(name);
      },
    });
    const logged: unknown[] = [];
    const observer = combineObservers(noting('outer'), {}, noting('inner'));
    const { request } = await startTodo({ observer, logger: { error: (fields) => void logged.push(fields) } });
    expect((await request('GET', '/todos')).status).toBe(200);
    expect(notes).toEqual([
      'outer begins',
      'inner begins',
      'inner ends',
      'outer ends',
      'outer is notified',
      'inner is notified',
    ]);
    expect(logged).toMatchObject([{ err: { errors: [{ message: 'outer' }, { message: 'inner' }] } }]);
  });

  it('have only the events that one of them has', () => {
    expect(Object.keys(combineObservers({ onError: () => undefined }, {}))).toEqual(['onError']);
  });
});
