import { dataOf, deferred, listOf, operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();

export const TodoSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  done: z.boolean(),
  version: z.int(),
});
export type Todo = z.infer<typeof TodoSchema>;

export const TodoInputSchema = z.strictObject({
  title: z.string().min(1).max(100),
  done: z.boolean().default(false),
  labels: z.array(z.strictObject({ name: z.string() })).optional(),
});

const pathParams = z.object({ id: z.string() });

/** A small contract with a route for each policy. */
export const todoContract = c.router({
  index: operation({
    id: 'meta.index',
    method: 'GET',
    path: '/',
    summary: 'Links',
    auth: 'none',
    responses: { 200: z.object({ data: z.object({ name: z.string() }) }) },
  }),
  todos: {
    list: operation({
      id: 'todos.list',
      method: 'GET',
      path: '/todos',
      summary: 'List to-dos',
      scopes: ['todos:read'],
      query: z.strictObject({ done: z.enum(['true', 'false']).optional(), q: z.string().optional() }),
      responses: { 200: listOf(TodoSchema) },
    }),
    create: operation({
      id: 'todos.create',
      method: 'POST',
      path: '/todos',
      summary: 'Create a to-do',
      scopes: ['todos:write'],
      idempotency: 'accepted',
      body: TodoInputSchema,
      bodyLimit: 4096,
      responses: { 201: dataOf(TodoSchema) },
      errors: ['conflict'],
    }),
    bulk: operation({
      id: 'todos.bulk',
      method: 'POST',
      path: '/todos/bulk',
      summary: 'Create many',
      scopes: ['todos:write'],
      body: z.strictObject({ items: z.array(deferred(TodoInputSchema)).max(500) }),
      bodyLimit: 10 * 1024 * 1024,
      bodyTypes: ['application/json', 'application/x-ndjson', 'text/plain'],
      itemBounds: { members: 10 },
      responses: { 200: dataOf(z.object({ count: z.int(), refused: z.array(z.string()) })) },
    }),
    get: operation({
      id: 'todos.get',
      method: 'GET',
      path: '/todos/:id',
      summary: 'One to-do',
      scopes: ['todos:read'],
      entityTag: 'read',
      resource: 'todo',
      pathParams,
      responses: { 200: dataOf(TodoSchema), 304: c.noBody() },
    }),
    put: operation({
      id: 'todos.put',
      method: 'PUT',
      path: '/todos/:id',
      summary: 'Replace or create',
      scopes: ['todos:write'],
      entityTag: 'write',
      resource: 'todo',
      missing: 'create',
      pathParams,
      body: TodoInputSchema,
      responses: { 200: dataOf(TodoSchema), 201: dataOf(TodoSchema) },
    }),
    patch: operation({
      id: 'todos.patch',
      method: 'PATCH',
      path: '/todos/:id',
      summary: 'Change',
      scopes: ['todos:write'],
      entityTag: 'write',
      resource: 'todo',
      pathParams,
      body: TodoInputSchema.partial(),
      responses: { 200: dataOf(TodoSchema) },
    }),
    remove: operation({
      id: 'todos.remove',
      method: 'DELETE',
      path: '/todos/:id',
      summary: 'Delete',
      scopes: ['todos:write'],
      entityTag: 'write',
      resource: 'todo',
      pathParams,
      responses: { 204: c.noBody() },
    }),
    events: operation({
      id: 'todos.events',
      method: 'GET',
      path: '/events',
      summary: 'What happens to to-dos',
      responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: z.string() }) },
    }),
    export: operation({
      id: 'todos.export',
      method: 'GET',
      path: '/export.csv',
      summary: 'All to-dos as CSV',
      responses: { 200: c.otherResponse({ contentType: 'text/csv', body: z.string() }) },
    }),
  },
});
