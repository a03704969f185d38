import { dataOf, pageOf, pageQuery } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { operation } from './vocabulary.ts';

const c = initContract();

export const TodoSchema = z.object({ id: z.string(), title: z.string(), version: z.int() }).meta({ id: 'Todo' });
export type Todo = z.infer<typeof TodoSchema>;

const TodoInputSchema = z.strictObject({ title: z.string().min(1).max(200) });
const one = { path: '/todos/:id', resource: 'todo', pathParams: z.object({ id: z.string() }) } as const;

export const contract = c.router({
  list: operation({
    id: 'todos.list',
    method: 'GET',
    path: '/todos',
    summary: 'List to-dos',
    scopes: ['todos:read'],
    query: z.strictObject(pageQuery({ defaultLimit: 10, maxLimit: 100 })),
    responses: { 200: pageOf(TodoSchema) },
  }),
  create: operation({
    id: 'todos.create',
    method: 'POST',
    path: '/todos',
    summary: 'Create a to-do',
    scopes: ['todos:write'],
    idempotency: 'accepted',
    body: TodoInputSchema,
    responses: { 201: dataOf(TodoSchema) },
    errors: ['quota_exceeded'],
  }),
  get: operation({
    ...one,
    id: 'todos.get',
    method: 'GET',
    summary: 'Get a to-do',
    scopes: ['todos:read'],
    entityTag: 'read',
    responses: { 200: dataOf(TodoSchema) },
  }),
  patch: operation({
    ...one,
    id: 'todos.patch',
    method: 'PATCH',
    summary: 'Change a to-do',
    scopes: ['todos:write'],
    entityTag: 'write',
    body: TodoInputSchema,
    responses: { 200: dataOf(TodoSchema) },
  }),
});
