import { dataOf, operation, pageOf, pageQuery } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();

export const TodoSchema = z
  .strictObject({ id: z.string(), title: z.string(), done: z.boolean(), version: z.int() })
  .meta({ id: 'Todo' });
export type Todo = z.infer<typeof TodoSchema>;

const TodoInputSchema = z.strictObject({ title: z.string().min(1).max(200), done: z.boolean().optional() });

const read = ['todos:read'];
const write = ['todos:write'];
const one = { path: '/todos/:id', resource: 'todo', pathParams: z.object({ id: z.string() }) } as const;

/** What the API promises. Each policy is stated here once; the server needs no code for it. */
export const contract = c.router({
  openapi: operation({
    id: 'meta.openapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document',
    auth: 'none',
    responses: { 200: z.looseObject({ openapi: z.string() }) },
  }),
  list: operation({
    id: 'todos.list',
    method: 'GET',
    path: '/todos',
    summary: 'List to-dos',
    tools: [{ name: 'list_todos' }],
    scopes: read,
    query: z.strictObject(pageQuery({ defaultLimit: 10, maxLimit: 100 })),
    responses: { 200: pageOf(TodoSchema) },
  }),
  create: operation({
    id: 'todos.create',
    method: 'POST',
    path: '/todos',
    summary: 'Create a to-do',
    tools: [{ name: 'add_todo' }],
    scopes: write,
    idempotency: 'accepted',
    body: TodoInputSchema,
    responses: { 201: dataOf(TodoSchema) },
  }),
  get: operation({
    ...one,
    id: 'todos.get',
    method: 'GET',
    summary: 'Get a to-do',
    scopes: read,
    entityTag: 'read',
    responses: { 200: dataOf(TodoSchema) },
  }),
  patch: operation({
    ...one,
    id: 'todos.patch',
    method: 'PATCH',
    summary: 'Change a to-do',
    scopes: write,
    entityTag: 'write',
    body: TodoInputSchema.partial(),
    responses: { 200: dataOf(TodoSchema) },
  }),
  delete: operation({
    ...one,
    id: 'todos.delete',
    method: 'DELETE',
    summary: 'Delete a to-do',
    scopes: write,
    entityTag: 'write',
    responses: { 204: c.noBody() },
  }),
});
