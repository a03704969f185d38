import { operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import express from 'express';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { serve } from '../../test-support/serve.ts';
import { startTodo } from '../../test-support/start-todo.ts';
import { createTodoApp } from '../../test-support/todo-app.ts';
import type { Todo, todoContract } from '../../test-support/todo-contract.ts';
import { createAuthenticator } from '../auth/api-key-authenticator.ts';
import type { ApiKeyCaller } from '../auth/caller.ts';
import { createMemoryApiKeyStore } from '../auth/memory-api-key-store.ts';
import { readJsonBody } from '../body/read-json-body.ts';
import type { HandlerArgs, HandlerResponse, Handlers } from '../core/handlers/handler-types.ts';
import type { ExtraRoute } from '../core/operations/extra-routes.ts';
import { createMemoryRateLimitStore } from '../rate-limit/memory-rate-limit-store.ts';
import { type MountContractOptions, mountContract } from './express.ts';

type Routes = typeof todoContract;

describe('mounting a contract', () => {
  const address = { name: 'address', limit: 10, windowMs: 1000 };
  const rateLimit = { store: createMemoryRateLimitStore(), policies: {}, addressPolicy: address };

  it('fails when a limit, a lookup, a parser or the idempotency wrapper is missing, naming the route', () => {
    expect(() => createTodoApp({ rateLimit })).toThrow('todos.list is limited by "standard"');
    expect(() => createTodoApp({ lookups: {} })).toThrow('todos.get needs to find a "todo"');
    expect(() => createTodoApp({ body: {} })).toThrow('todos.bulk accepts text/plain');
    expect(() => createTodoApp({ idempotency: undefined })).toThrow('todos.create accepts an Idempotency-Key');
  });

  it('fails for a route without policies', () => {
    const contract = initContract().router({
      raw: { method: 'GET', path: '/raw', responses: { 200: z.object({}) } },
    });
    const auth = { apiKey: createAuthenticator({ prefix: 'x', store: createMemoryApiKeyStore() }) };
    const handlers = { raw: async () => ({ status: 200 as const, body: {} }) };
    expect(() => mountContract({ app: express(), contract, handlers, auth, rateLimit })).toThrow(
      'GET /raw has no route policy',
    );
  });

  it('fails for a route without a handler', () => {
    const contract = initContract().router({
      ping: operation({
        id: 'ping',
        method: 'GET',
        path: '/ping',
        summary: 'Ping',
        auth: 'none',
        responses: { 200: z.object({}) },
      }),
    });
    const auth = { apiKey: createAuthenticator({ prefix: 'x', store: createMemoryApiKeyStore() }) };
    const policies = { standard: { name: 'standard', limit: 1, windowMs: 1000 } };
    expect(() =>
      mountContract({
        app: express(),
        contract,
        handlers: {} as never,
        auth,
        rateLimit: { ...rateLimit, policies },
      }),
    ).toThrow('There is no handler for ping.');
  });

  it('works below a base path, and leaves the rest of the application alone', async () => {
    const { request, todos } = await startTodo({
      basePath: '/api/v1',
      prepare: (app) => void app.get('/health', (_req, res) => void res.send('ok')),
    });
    todos.set('t1', { id: 't1', title: 'x', done: false, version: 1 });
    expect((await request('GET', '/health')).text).toBe('ok');
    expect((await request('GET', '/api/v1')).status).toBe(200);
    expect((await request('GET', '/api/v1/todos/t1')).status).toBe(200);
    expect((await request('DELETE', '/api/v1/todos')).headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect((await request('GET', '/api/v1/nothing')).error?.code).toBe('not_found');
  });

  it('serves other routes with the same keys, scopes and budget', async () => {
    const assistant: ExtraRoute = {
      method: 'POST',
      path: '/assistant',
      scopes: ['todos:read'],
      async handle({ caller, request }) {
        const { value } = await readJsonBody(request, 100);
        return { status: 200, headers: { 'Set-Cookie': ['a=1', 'b=2'] }, body: { key: caller?.subject, value } };
      },
    };
    const { request, addKey } = await startTodo({ extraRoutes: [assistant] });
    expect((await request('GET', '/todos')).headers.get('x-ratelimit-remaining')).toBe('99');
    const response = await request('POST', '/assistant', { body: ['hello'] });
    expect(response.body).toEqual({ key: 'k1', value: ['hello'] });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.has('etag')).toBe(false);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('98');
    expect((await request('GET', '/assistant')).headers.get('allow')).toBe('OPTIONS, POST');
    expect((await request('POST', '/assistant', { key: null })).status).toBe(401);
    expect((await request('POST', '/assistant', { key: addKey('none', { scopes: [] }) })).status).toBe(403);
  });

  it('runs operations inside other requests, with their caller, counted once', async () => {
    const assistant: ExtraRoute = {
      method: 'POST',
      path: '/assistant/:operation',
      async handle({ params, query, callOperation }) {
        const call = JSON.parse(String(query.args ?? '{}'));
        const { status, body } = await callOperation({ operationId: params.operation, ...call });
        return { status: 200, body: { status, body } };
      },
    };
    const { request, addKey, todos } = await startTodo({ extraRoutes: [assistant] });
    const call = (operation: string, args: object = {}, key?: string) =>
      request('POST', `/assistant/${operation}?args=${encodeURIComponent(JSON.stringify(args))}`, { key });
    const created = await call('todos.create', { body: { title: 'Milk' }, idempotencyKey: 'once' });
    expect(created.body).toMatchObject({ status: 201, body: { data: { title: 'Milk', done: false } } });
    expect(created.headers.get('x-ratelimit-remaining')).toBe('99');
    expect((await call('todos.create', { body: { title: 'Milk' }, idempotencyKey: 'once' })).body).toEqual(
      created.body,
    );
    expect(todos.size).toBe(1);
    const [id] = [...todos.keys()];
    expect((await call('todos.get', { params: { id } })).body).toMatchObject({ status: 200 });
    const refusals = [
      ['todos.create', { body: { title: '' } }, 'validation_failed'],
      ['todos.create', { body: { title: 'x'.repeat(5000) } }, 'payload_too_large'],
      ['todos.create', { body: { title: 'x' }, idempotencyKey: 'a b' }, 'validation_failed'],
      ['todos.list', { query: { dnoe: 'true' } }, 'validation_failed'],
      ['todos.patch', { params: { id: 'none' }, body: { nonsense: 1 } }, 'not_found'],
      ['todos.patch', { params: { id }, body: { title: 'x' }, ifMatch: '"stale"' }, 'precondition_failed'],
    ] as const;
    for (const [operation, args, code] of refusals) expect((await call(operation, args)).error?.code).toBe(code);
    const reader = addKey('reader', { scopes: ['todos:read'] });
    expect((await call('todos.create', { body: { title: 'x' } }, reader)).error?.code).toBe('forbidden');
    expect((await call('todos.none')).error?.code).toBe('internal_error');
  });

  it('uses the messages of describeIssue, also for operations inside other requests', async () => {
    const body = { title: 1, nope: 1 };
    const assistant: ExtraRoute = {
      method: 'POST',
      path: '/assistant',
      handle: ({ callOperation }) => callOperation({ operationId: 'todos.create', body }),
    };
    const { request } = await startTodo({
      describeIssue: ({ code }) => (code === 'invalid_type' ? 'Falscher Typ.' : undefined),
      extraRoutes: [assistant],
    });
    for (const { error } of [await request('POST', '/todos', { body }), await request('POST', '/assistant')]) {
      expect(error?.details?.fieldErrors).toEqual({ title: 'Falscher Typ.', nope: 'Unknown field.' });
    }
  });

  it('matches the base path case-sensitively, like the paths below it', async () => {
    const { request } = await startTodo({
      basePath: '/api',
      prepare: (app) => void app.get('/apiary', (_req, res) => void res.send('bees')),
    });
    expect((await request('GET', '/api/todos')).status).toBe(200);
    for (const path of ['/API/todos', '/api/Todos']) expect((await request('GET', path)).status).toBe(404);
    expect((await request('GET', '/apiary')).text).toBe('bees');
  });

  it('refuses immediately, and says why, when an earlier body parser has read the body', async () => {
    const logged: unknown[] = [];
    const { request } = await startTodo({
      prepare: (app) => void app.use(express.json()),
      logger: { error: (fields) => void logged.push(fields) },
    });
    const response = await request('POST', '/todos', { body: { title: 'Milk' } });
    expect(response.status).toBe(500);
    expect(response.error?.message).toContain('mount the API in front of body parsers such as express.json()');
    expect(logged).toMatchObject([{ path: '/todos', err: { message: response.error?.message } }]);
    expect((await request('GET', '/todos')).status).toBe(200);
  });

  it('does not change the settings of the application', async () => {
    const { request } = await startTodo({
      basePath: '/api',
      prepare: (app) => void app.get('/own', (req, res) => void res.send(req.query)),
    });
    const own = await request('GET', '/own?a=1');
    expect([own.body, own.headers.has('etag')]).toEqual([{ a: '1' }, true]);
    expect((await request('GET', '/api/todos')).headers.has('x-powered-by')).toBe(false);
  });

  it('lets two contracts live in one application', async () => {
    const first = createTodoApp({ basePath: '/a' });
    const second = createTodoApp({ basePath: '/b', prepare: (app) => void app.use(first.app) });
    const { url } = await serve(second.app);
    expect((await fetch(`${url}/a/todos`, { headers: { 'x-api-key': first.key } })).status).toBe(200);
    expect((await fetch(`${url}/b/todos`, { headers: { 'x-api-key': second.key } })).status).toBe(200);
    expect((await fetch(`${url}/a/todos`, { headers: { 'x-api-key': second.key } })).status).toBe(401);
  });
});

describe('the types of handlers', () => {
  it('follow from the contract', () => {
    type Patch = HandlerArgs<Routes['todos']['patch']>;
    expectTypeOf<Patch['params']>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<Patch['body']['title']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Patch['context']['caller']>().toEqualTypeOf<ApiKeyCaller>();
    expectTypeOf<HandlerArgs<Routes['index']>['context']['caller']>().toEqualTypeOf<null>();
    expectTypeOf<HandlerResponse<Routes['todos']['put']>['status']>().toEqualTypeOf<200 | 201>();
    expectTypeOf<HandlerResponse<Routes['todos']['patch']>['body']>().toEqualTypeOf<{ data: Todo }>();
  });

  it('require every route, and responses of the right shape', () => {
    // @ts-expect-error handlers are missing
    const none: Handlers<Routes>['todos'] = {};
    // @ts-expect-error the body has no data
    const wrong: Handlers<Routes>['todos']['list'] = async () => ({ status: 200, body: {} });
    // @ts-expect-error the status is not declared
    const undeclared: Handlers<Routes>['todos']['remove'] = async () => ({ status: 200 });
    expect([none, wrong, undeclared]).toHaveLength(3);
  });

  it('require the headers a contract promises: the ETag of a record, the Location of a created one', () => {
    const todo = { id: 't1', title: 'Milk', done: false, version: 1 };
    type Todos = Handlers<Routes>['todos'];
    // @ts-expect-error the ETag is missing
    const get: Todos['get'] = async () => ({ status: 200, body: { data: todo } });
    // @ts-expect-error the Location is missing
    const create: Todos['create'] = async () => ({ status: 201, headers: {}, body: { data: todo } });
    const list: Todos['list'] = async () => ({ status: 200, body: { data: [todo] } });
    expect([get, create, list]).toHaveLength(3);
  });

  it('require createContext as soon as a handler expects more in its context', () => {
    type Contract = Routes['todos'];
    type Options<Extra extends object> = MountContractOptions<Contract, Extra>;
    expectTypeOf<Options<{ user: string }>>().toHaveProperty('createContext').not.toEqualTypeOf<undefined>();
    type Without<Extra extends object> = Omit<Options<Extra>, 'createContext'>;
    expectTypeOf<Without<object>>().toExtend<Options<object>>();
    expectTypeOf<Without<{ user: string }>>().not.toExtend<Options<{ user: string }>>();
  });
});
