import { formatEntityTag, offsetOf, toPagination } from '@contract-kit/http-spec';
import { type CursorCodec, cutPage, type Handlers, preRendered } from '@contract-kit/middleware';
import type { contract, Todo } from './contract.ts';
import { type Todos, tagOf } from './todos.ts';

const headersOf = (todo: Todo) => ({ ETag: formatEntityTag(tagOf(todo).value) });

/** What the API does. Handlers get validated input and an authenticated caller, and throw errors. */
export function createHandlers(todos: Todos, cursors: CursorCodec, openApi: string): Handlers<typeof contract> {
  return {
    openapi: async () => ({ status: 200, body: preRendered(openApi) }),

    list: async ({ query: { page = 1, limit, cursor }, context }) => {
      const tenant = context.caller.tenantId;
      const all = todos.all(tenant);
      const after = cursor === undefined ? null : cursors.decode(cursor, tenant);
      const following = after === null ? all.slice(offsetOf({ page, limit })) : all.filter(({ id }) => id > after.id);
      const { rows, hasMore } = cutPage(following, limit);
      const last = rows.at(-1);
      const nextCursor = last && cursors.encode({ values: [], id: last.id, direction: 'asc' }, tenant);
      const pagination = toPagination({ page, limit }, all.length, { hasMore, nextCursor });
      return { status: 200, body: { data: [...rows], pagination } };
    },

    create: async ({ body, context }) => {
      const todo = todos.create(context.caller.tenantId, body);
      return { status: 201, body: { data: todo }, headers: { ...headersOf(todo), Location: `/todos/${todo.id}` } };
    },

    get: async ({ params, context }) => {
      const todo = todos.get(context.caller.tenantId, params.id);
      return { status: 200, body: { data: todo }, headers: headersOf(todo) };
    },

    patch: async ({ params, body, context }) => {
      const todo = todos.patch(context.caller.tenantId, params.id, body, context.ifMatch);
      return { status: 200, body: { data: todo }, headers: headersOf(todo) };
    },

    delete: async ({ params, context }) => {
      todos.delete(context.caller.tenantId, params.id, context.ifMatch);
      return { status: 204 };
    },
  };
}
