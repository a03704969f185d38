import { changingResponses } from '../tasks-server.ts';
import type { BrokenServer } from './broken-server.ts';

const pageOf = (page: number, limit: number, total: number, hasMore: boolean) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
  hasMore,
  nextCursor: null,
});

/** Servers that lose, repeat or keep what they should not. */
export const brokenState: readonly BrokenServer[] = [
  {
    title: 'begins each page with the last record of the one before',
    operation: 'todos.list',
    check: 'state.pages',
    deviation: ({ handlers, todos }) => ({
      handlers: {
        ...handlers,
        list: async ({ query: { page = 1, limit }, context }) => {
          const all = todos.all(context.caller.tenantId);
          const start = Math.max(0, (page - 1) * limit - 1);
          const data = all.slice(start, start + limit);
          return {
            status: 200,
            body: { data, pagination: pageOf(page, limit, all.length, start + limit < all.length) },
          };
        },
      },
    }),
  },
  {
    title: 'stops before the last page',
    operation: 'todos.list',
    check: 'state.pages',
    deviation: ({ handlers, todos }) => ({
      handlers: {
        ...handlers,
        list: async ({ query: { page = 1, limit }, context }) => {
          const all = todos.all(context.caller.tenantId);
          const data = all.slice((page - 1) * limit, page * limit);
          return {
            status: 200,
            body: { data, pagination: pageOf(page, limit, all.length, (page + 1) * limit < all.length) },
          };
        },
      },
    }),
  },
  {
    title: 'skips a record with each cursor',
    operation: 'todos.list',
    check: 'state.pages',
    deviation: ({ handlers, todos }) => ({
      handlers: {
        ...handlers,
        list: async (args) => {
          const response = await handlers.list(args);
          if (args.query.cursor === undefined || response.status !== 200) return response;
          const all = todos.all(args.context.caller.tenantId);
          const body = JSON.parse(JSON.stringify(response.body)) as { data: { id: string }[]; pagination: object };
          const data = all.filter(({ id }) => id > (body.data[0]?.id ?? '')).slice(0, args.query.limit);
          return { status: 200, body: { ...body, data } as never };
        },
      },
    }),
  },
  {
    title: 'returns more records than requested',
    operation: 'todos.list',
    check: 'state.pages',
    deviation: ({ handlers }) => ({
      handlers: {
        ...handlers,
        list: (args) => handlers.list({ ...args, query: { ...args.query, limit: args.query.limit + 1 } }),
      },
    }),
  },
  {
    title: 'writes although the scope is missing',
    operation: 'todos.patch',
    check: 'state.no-trace',
    deviation: ({ todos }) => ({
      before: (req, res, next) => {
        res.once('finish', () => {
          const id = req.path.slice('/todos/'.length);
          if (res.statusCode === 403) todos.patch('acme', id, { title: 'trace' }, null);
        });
        next();
      },
    }),
  },
  {
    title: 'returns a change and does not save it',
    operation: 'todos.patch',
    check: 'state.read-back',
    deviation: ({ handlers, todos }) => ({
      handlers: {
        ...handlers,
        patch: async ({ params, body, context }) => {
          const todo = { ...todos.get(context.caller.tenantId, params.id), ...body };
          return { status: 200, body: { data: todo }, headers: { ETag: `"${todo.id}.${todo.version}"` } };
        },
      },
    }),
  },
  {
    title: 'returns another title than it saves',
    operation: 'todos.patch',
    check: 'state.read-back',
    deviation: () => ({
      before: changingResponses((text, { req }) =>
        req.method === 'PATCH' ? text.replace('"title":"', '"title":"The ') : text,
      ),
    }),
  },
  {
    title: 'changes a record with each repeated PUT',
    operation: 'todos.put',
    check: 'state.repeated-put',
    deviation: ({ handlers, todos }) => ({
      handlers: {
        ...handlers,
        put: async (args) => {
          const { title } = todos.get(args.context.caller.tenantId, args.params.id);
          return handlers.put({ ...args, body: { ...args.body, title: `${title} ${args.body.title}` } });
        },
      },
    }),
  },
  {
    title: 'returns 204 and deletes nothing',
    operation: 'todos.delete',
    check: 'state.deleted',
    deviation: ({ handlers }) => ({ handlers: { ...handlers, delete: async () => ({ status: 204 }) } }),
  },
  {
    title: 'lists what was deleted',
    operation: 'todos.delete',
    check: 'state.deleted',
    deviation: () => {
      const deleted: string[] = [];
      return {
        before: changingResponses((text, res) => {
          const { method, url } = res.req;
          if (method === 'DELETE' && res.statusCode === 204) deleted.push((url ?? '').slice('/todos/'.length));
          const ghosts = deleted
            .map((id) => `${JSON.stringify({ id, title: 'ghost', done: false, version: 1 })},`)
            .join('');
          const isList = method === 'GET' && url === '/todos';
          return isList ? text.replace('"data":[', `"data":[${ghosts}`).replace(',]', ']') : text;
        }),
      };
    },
  },
];
