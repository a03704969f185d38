import { TodoSchema, contract as todos } from '@contract-kit/example-todo-server/contract.ts';
import { dataOf, operation } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();
const one = { resource: 'todo', pathParams: z.object({ id: z.string().max(40) }), scopes: ['todos:write'] } as const;

/** The to-do example, with a PUT and an operation that takes no body. */
export const contract = c.router({
  ...todos,
  put: operation({
    ...one,
    id: 'todos.put',
    method: 'PUT',
    path: '/todos/:id',
    summary: 'Replace a to-do',
    entityTag: 'write',
    body: z.strictObject({ title: z.string().min(1).max(200), done: z.boolean() }),
    responses: { 200: dataOf(TodoSchema) },
  }),
  copy: operation({
    ...one,
    id: 'todos.copy',
    method: 'POST',
    path: '/todos/:id/copy',
    summary: 'Copy a to-do',
    idempotency: 'accepted',
    body: c.noBody(),
    responses: { 201: dataOf(TodoSchema) },
  }),
});
