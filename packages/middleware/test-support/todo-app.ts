import { Readable } from 'node:stream';
import { ApiError, formatEntityTag, InvalidItem, matchesStrongly } from '@contract-kit/http-spec';
import express, { type Express } from 'express';
import { mountContract } from '../src/adapters/express.ts';
import { createIdempotency, createMemoryIdempotencyStore } from '../src/idempotency/index.ts';
import {
  type ApiKeyRecord,
  type ApiOptions,
  type BaseContext,
  createApiKey,
  createAuthenticator,
  createMemoryApiKeyStore,
  createMemoryRateLimitStore,
  type Handlers,
  type MemoryApiKeyStore,
  notFound,
} from '../src/index.ts';
import { type Todo, todoContract } from './todo-contract.ts';

export type TodoContract = typeof todoContract;

/** A to-do service, and its API. */
export interface Todos {
  readonly options: ApiOptions<TodoContract>;
  readonly todos: Map<string, Todo>;
  readonly keys: MemoryApiKeyStore;
  /** A key with all scopes. */
  readonly key: string;
  /** Makes another key. */
  addKey(id: string, change?: Partial<ApiKeyRecord>): string;
  /** How often a handler ran. */
  readonly calls: string[];
}

export interface TodoApp extends Todos {
  readonly app: Express;
}

export type TodoOptions = Partial<Omit<ApiOptions<TodoContract>, 'contract' | 'handlers'>> & {
  readonly handlers?: Partial<Handlers<TodoContract>['todos']>;
};

export type TodoAppOptions = TodoOptions & {
  /** Called with the application before the contract is mounted. */
  readonly prepare?: (app: Express) => void;
};

const tagOf = (todo: Todo) => ({ value: `${todo.id}.${todo.version}`, weak: false });
const headersOf = (todo: Todo) => ({ ETag: formatEntityTag(tagOf(todo).value) });

/** A to-do service in memory, with every policy of the library in front. */
export function createTodos(options: TodoOptions = {}): Todos {
  const todos = new Map<string, Todo>();
  const calls: string[] = [];
  const keys = createMemoryApiKeyStore();
  const addKey = (id: string, change: Partial<ApiKeyRecord> = {}) => {
    const created = createApiKey({ prefix: 'todo', id });
    keys.put({
      id,
      tenantId: 'tenant-1',
      name: id,
      scopes: ['todos:read', 'todos:write'],
      hash: created.hash,
      createdAt: new Date(0),
      expiresAt: null,
      revokedAt: null,
      ...change,
    });
    return created.key;
  };
  const key = addKey('k1');

  function find(id: string): Todo {
    const todo = todos.get(id);
    if (todo === undefined) throw notFound('todo');
    return todo;
  }

  function save(id: string, change: Partial<Todo>, context: BaseContext): Todo {
    const current = todos.get(id);
    if (context.ifMatch && (!current || !matchesStrongly(context.ifMatch, tagOf(current)))) {
      throw new ApiError('precondition_failed', 'Changed meanwhile.');
    }
    const base = current ?? { id, title: '', done: false, version: 0 };
    const { title = base.title, done = base.done } = change;
    const todo = { id, title, done, version: base.version + 1 };
    todos.set(id, todo);
    return todo;
  }

  const handlers: Handlers<TodoContract> = {
    index: async () => ({ status: 200, body: { data: { name: 'todo' } } }),
    todos: {
      list: async () => ({ status: 200, body: { data: [...todos.values()] } }),
      create: async ({ body, context }) => {
        calls.push('create');
        if (body.title === 'taken') throw new ApiError('conflict', 'A to-do with this title exists.');
        const todo = save(`t${todos.size + 1}`, body, context);
        return { status: 201, body: { data: todo }, headers: { ...headersOf(todo), Location: `/todos/${todo.id}` } };
      },
      bulk: async ({ body }) => {
        const refused = body.items.filter((item) => item instanceof InvalidItem).map(({ error }) => error.code);
        return { status: 200, body: { data: { count: body.items.length, refused } } };
      },
      get: async ({ params }) => {
        calls.push('get');
        const todo = find(params.id);
        return { status: 200, body: { data: todo }, headers: headersOf(todo) };
      },
      put: async ({ params, body, context }) => {
        const status = todos.has(params.id) ? 200 : 201;
        const todo = save(params.id, body, context);
        return { status, body: { data: todo }, headers: headersOf(todo) };
      },
      patch: async ({ params, body, context }) => {
        calls.push('patch');
        find(params.id);
        const todo = save(params.id, body, context);
        return { status: 200, body: { data: todo }, headers: headersOf(todo) };
      },
      remove: async ({ params }) => {
        find(params.id);
        todos.delete(params.id);
        return { status: 204 };
      },
      events: async () => ({ status: 200, body: Readable.from(['data: {}\n\n']) }),
      export: async () => ({ status: 200, body: Readable.from(['id,title\n', 't1,Milk\n']) }),
      ...options.handlers,
    },
  };

  const policies = { standard: { name: 'standard', limit: 100, windowMs: 60_000 } };
  const api: ApiOptions<TodoContract> = {
    contract: todoContract,
    auth: { apiKey: createAuthenticator({ prefix: 'todo', store: keys }) },
    rateLimit: {
      store: createMemoryRateLimitStore(),
      policies,
      addressPolicy: { name: 'address', limit: 50, windowMs: 60_000 },
    },
    lookups: {
      todo: async ({ params }) => {
        const todo = todos.get(params.id ?? '');
        return todo === undefined ? null : { entityTag: tagOf(todo) };
      },
    },
    body: { parsers: { 'text/plain': (text) => ({ items: text.split('\n') }) } },
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore() }),
    validateResponses: true,
    ...options,
    handlers,
  };
  return { options: api, todos, keys, key, addKey, calls };
}

/** The same as an Express application. */
export function createTodoApp({ prepare, ...options }: TodoAppOptions = {}): TodoApp {
  const app = express();
  prepare?.(app);
  const todos = createTodos(options);
  mountContract({ ...todos.options, app });
  return { ...todos, app };
}
