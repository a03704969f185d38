import { operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import express from 'express';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { serve } from '../../test-support/serve.ts';
import { startTodo } from '../../test-support/start-todo.ts';
import { createTodoApp } from '../../test-support/todo-app.ts';
import type { Todo, todoContract } from '../../test-support/todo-contract.ts';
import { createAuthenticator } from '../auth/authenticator.ts';
import type { Caller } from '../auth/caller.ts';
import { createMemoryApiKeyStore } from '../auth/memory-api-key-store.ts';
import { createMemoryRateLimitStore } from '../rate-limit/memory-rate-limit-store.ts';
import type { HandlerAnswer, HandlerArgs, Handlers } from './handler-types.ts';
import { mountContract } from './mount-contract.ts';
import { callerOf } from './stages/guard.ts';

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
    const authenticator = createAuthenticator({ prefix: 'x', store: createMemoryApiKeyStore() });
    const handlers = { raw: async () => ({ status: 200 as const, body: {} }) };
    expect(() => mountContract({ app: express(), contract, handlers, authenticator, rateLimit })).toThrow(
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
    const authenticator = createAuthenticator({ prefix: 'x', store: createMemoryApiKeyStore() });
    const policies = { standard: { name: 'standard', limit: 1, windowMs: 1000 } };
    expect(() =>
      mountContract({
        app: express(),
        contract,
        handlers: {} as never,
        authenticator,
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

  it('admits other routes with the same keys, scopes and budget', async () => {
    const { request, addKey } = await startTodo({
      extraRoutes: ({ router, guard, announce }) => {
        announce('POST', '/assistant');
        router.post('/assistant', guard({ scopes: ['todos:read'] }), (req, res) => {
          res.json({ key: callerOf(req)?.keyId });
        });
      },
    });
    expect((await request('GET', '/todos')).headers.get('x-ratelimit-remaining')).toBe('99');
    const answer = await request('POST', '/assistant');
    expect(answer.body).toEqual({ key: 'k1' });
    expect(answer.headers.has('etag')).toBe(false);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('98');
    expect((await request('GET', '/assistant')).headers.get('allow')).toBe('OPTIONS, POST');
    expect((await request('POST', '/assistant', { key: null })).status).toBe(401);
    expect((await request('POST', '/assistant', { key: addKey('none', { scopes: [] }) })).status).toBe(403);
  });

  it('runs operations inside other requests, with their caller, counted once', async () => {
    const { request, addKey, todos } = await startTodo({
      extraRoutes: ({ router, guard, callOperation }) => {
        router.post('/assistant/:operation', guard(), async (req, res) => {
          const { args = '{}' } = req.query;
          const call = JSON.parse(String(args));
          const { status, body } = await callOperation(req, res, { operationId: req.params.operation, ...call });
          res.json({ status, body });
        });
      },
    });
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

  it('words what validation finds as describeIssue says, also for operations inside other requests', async () => {
    const { request } = await startTodo({
      describeIssue: ({ code }) => (code === 'invalid_type' ? 'Falscher Typ.' : undefined),
      extraRoutes: ({ router, guard, callOperation }) => {
        router.post('/assistant', guard(), async (req, res) => {
          res.json(await callOperation(req, res, { operationId: 'todos.create', body: { title: 1, nope: 1 } }));
        });
      },
    });
    const answers = [
      await request('POST', '/todos', { body: { title: 1, nope: 1 } }),
      await request('POST', '/assistant'),
    ];
    for (const { error } of answers) {
      expect(error?.details?.fieldErrors).toEqual({ title: 'Falscher Typ.', nope: 'Unknown field.' });
    }
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
    expectTypeOf<Patch['context']['caller']>().toEqualTypeOf<Caller>();
    expectTypeOf<HandlerArgs<Routes['index']>['context']['caller']>().toEqualTypeOf<null>();
    expectTypeOf<HandlerAnswer<Routes['todos']['put']>['status']>().toEqualTypeOf<200 | 201>();
    expectTypeOf<HandlerAnswer<Routes['todos']['patch']>['body']>().toEqualTypeOf<{ data: Todo }>();
  });

  it('demand every route, and answers of the right shape', () => {
    // @ts-expect-error handlers are missing
    const none: Handlers<Routes>['todos'] = {};
    // @ts-expect-error the body has no data
    const wrong: Handlers<Routes>['todos']['list'] = async () => ({ status: 200, body: {} });
    // @ts-expect-error the status is not declared
    const undeclared: Handlers<Routes>['todos']['remove'] = async () => ({ status: 200 });
    expect([none, wrong, undeclared]).toHaveLength(3);
  });
});
