import { randomUUID } from 'node:crypto';
import { formatEntityTag, offsetOf, toPagination } from '@contract-kit/http-spec';
import { type CursorCodec, cutPage, type Handlers, preRendered } from '@contract-kit/middleware';
import type { contract, Todo } from './contract.ts';
import { type TodoRepository, tagOf } from './todos.ts';

const etagOf = ({ id, version }: Todo) => ({ ETag: formatEntityTag(tagOf(id, version).value) });

export function createHandlers(todos: TodoRepository, cursors: CursorCodec): Handlers<typeof contract> {
  return {
    list: async ({ query: { page = 1, limit, cursor }, context: { caller } }) => {
      const list = `${caller.tenantId} by id`;
      const position = cursor === undefined ? null : cursors.decode(cursor, list);
      const offset = position === null ? offsetOf({ page, limit }) : 0;
      const found = await todos.after(caller.tenantId, position?.id ?? '', limit + 1, offset);
      const { rows, hasMore } = cutPage(found, limit);
      const last = rows.at(-1);
      const nextCursor = last && cursors.encode({ values: [], id: last.id, direction: 'asc' }, list);
      const total = await todos.count(caller.tenantId);
      const pagination = JSON.stringify(toPagination({ page, limit }, total, { hasMore, nextCursor }));
      const documents = rows.map(({ document }) => document).join();
      return { status: 200, body: preRendered(`{"data":[${documents}],"pagination":${pagination}}`) };
    },

    create: async ({ body, context: { caller } }) => {
      const todo = { id: randomUUID(), title: body.title, version: 1 };
      await todos.create(caller.tenantId, todo);
      return { status: 201, headers: { ...etagOf(todo), Location: `/todos/${todo.id}` }, body: { data: todo } };
    },

    get: async ({ params: { id }, context: { caller } }) => {
      const { document, tag } = await todos.get(caller.tenantId, id);
      const headers = { ETag: formatEntityTag(tag.value) };
      return { status: 200, headers, body: preRendered(`{"data":${document}}`) };
    },

    patch: async ({ params: { id }, body, context: { caller, ifMatch } }) => {
      const todo = await todos.rename(caller.tenantId, id, body.title, ifMatch);
      return { status: 200, headers: etagOf(todo), body: { data: todo } };
    },
  };
}
