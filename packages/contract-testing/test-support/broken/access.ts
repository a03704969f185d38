import { ApiError } from '@contract-kit/http-spec';
import type { ApiKeyCaller, Authenticator } from '@contract-kit/middleware';
import { changingResponses } from '../tasks-server.ts';
import type { BrokenServer } from './broken-server.ts';

const tenants = ['acme', 'globex'];

/** Servers that admit callers they should refuse, or show records of others. */
export const brokenAccess: readonly BrokenServer[] = [
  {
    title: 'does not require a scope',
    operation: 'todos.create',
    check: 'access.missing-scope',
    deviation: ({ contract }) => ({
      contract: {
        ...contract,
        create: { ...contract.create, metadata: { ...contract.create.metadata, scopes: [] } },
      } as typeof contract,
    }),
  },
  {
    title: 'does not name the scope that is missing',
    operation: 'todos.get',
    check: 'access.missing-scope',
    deviation: () => ({ before: changingResponses((text) => text.replace(/lacks the scope [^.]*/, 'lacks a scope')) }),
  },
  {
    title: 'treats a request without a key as one of the first tenant',
    operation: 'todos.list',
    check: 'access.no-key',
    deviation: ({ keys }) => ({
      before: (req, _res, next) => {
        if (!req.headers['x-api-key']) req.headers.authorization ??= `Bearer ${keys.full}`;
        next();
      },
    }),
  },
  {
    title: 'does not say how to authenticate',
    operation: 'todos.get',
    check: 'access.no-key',
    deviation: () => ({
      before: changingResponses((text, res) => {
        res.removeHeader('WWW-Authenticate');
        return text;
      }),
    }),
  },
  {
    title: 'compares the beginning of a key',
    operation: 'todos.get',
    check: 'access.bad-key',
    deviation: ({ auth, keys }) => {
      const { apiKey } = auth as { readonly apiKey: Authenticator<ApiKeyCaller> };
      const complete = (field: string | undefined) =>
        field?.replace(/\S+$/, (key) => (key.startsWith(keys.full.slice(0, -1)) ? keys.full : key));
      const authenticate: typeof apiKey.authenticate = (request) => {
        const { authorization, 'x-api-key': key, ...others } = request.headers;
        if (authorization !== undefined && key !== undefined) return apiKey.authenticate(request);
        const headers = { ...others, authorization: complete(authorization), 'x-api-key': complete(key) };
        return apiKey.authenticate({ ...request, headers });
      };
      return { auth: { apiKey: { ...apiKey, authenticate } } };
    },
  },
  {
    title: 'ignores the second of two keys',
    operation: 'todos.get',
    check: 'access.two-keys',
    deviation: () => ({
      before: (req, _res, next) => {
        if (req.headers.authorization !== undefined) delete req.headers['x-api-key'];
        next();
      },
    }),
  },
  {
    title: 'does not accept X-API-Key',
    operation: 'todos.get',
    check: 'access.key-header',
    deviation: () => ({
      before: (req, _res, next) => {
        if (req.headers.authorization === undefined) delete req.headers['x-api-key'];
        next();
      },
    }),
  },
  {
    title: 'shows a record of another tenant',
    operation: 'todos.get',
    check: 'access.other-tenant',
    deviation: ({ handlers, todos }) => ({
      handlers: {
        ...handlers,
        get: async (args) => {
          const owner = tenants.find((tenant) => todos.find(tenant, args.params.id)) ?? '';
          return { status: 200, body: { data: todos.get(owner, args.params.id) }, headers: { ETag: '"1"' } };
        },
      },
    }),
  },
  {
    title: 'deletes a record of another tenant, and says it does not exist',
    operation: 'todos.delete',
    check: 'access.other-tenant',
    deviation: ({ handlers, todos }) => ({
      handlers: {
        ...handlers,
        delete: async (args) => {
          for (const tenant of tenants) {
            if (tenant !== args.context.caller.tenantId && todos.find(tenant, args.params.id)) {
              todos.delete(tenant, args.params.id, null);
            }
          }
          return handlers.delete(args);
        },
      },
    }),
  },
  {
    title: 'tells another tenant that a record exists',
    operation: 'todos.get',
    check: 'access.other-tenant',
    deviation: ({ handlers, todos }) => ({
      handlers: {
        ...handlers,
        get: async (args) => {
          const isForeign = tenants.some((tenant) => todos.find(tenant, args.params.id));
          if (isForeign && !todos.find(args.context.caller.tenantId, args.params.id)) {
            throw new ApiError('not_found', 'The to-do belongs to another tenant.');
          }
          return handlers.get(args);
        },
      },
    }),
  },
  {
    title: 'lists the records of the first tenant to everyone',
    operation: 'todos.list',
    check: 'access.other-tenant-list',
    deviation: ({ handlers }) => ({
      handlers: {
        ...handlers,
        list: ({ context, ...args }) =>
          handlers.list({ ...args, context: { ...context, caller: { ...context.caller, tenantId: 'acme' } } }),
      },
    }),
  },
];
