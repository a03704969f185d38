import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHandlers } from '@contract-kit/example-todo-server/handlers.ts';
import { Todos, tagOf } from '@contract-kit/example-todo-server/todos.ts';
import { formatEntityTag } from '@contract-kit/http-spec';
import {
  createApiKey,
  createAuthenticator,
  createCursorCodec,
  createIdempotency,
  createMemoryApiKeyStore,
  createMemoryIdempotencyStore,
  createMemoryRateLimitStore,
  createMultipartReader,
} from '@contract-kit/middleware';
import { type MountContractOptions, mountContract } from '@contract-kit/middleware/express';
import express, { type Express, type RequestHandler } from 'express';
import type { InProcessServer, RunningServer, SchemeCredentials } from '../src/index.ts';
import { contract } from './tasks-contract.ts';
import { TaskFiles, textFile } from './tasks-files.ts';

type Options = MountContractOptions<typeof contract>;

/** The parts a server is made of. */
export interface ServerParts extends Omit<Options, 'app'> {
  /** The keys of two tenants, `acme` first. */
  readonly keys: { readonly full: string; readonly otherTenant: string };
  readonly todos: Todos;
  readonly files: TaskFiles;
  /** Runs before everything else. */
  readonly before?: RequestHandler;
}

/** Replaces a part with a broken one. */
export type Deviation = (parts: ServerParts) => Partial<ServerParts>;

/** How a run calls the tasks. */
interface TasksCredentials {
  readonly credentials: { readonly apiKey: SchemeCredentials & Required<Pick<SchemeCredentials, 'otherTenant'>> };
}

/** The tasks as an app. */
export type TasksApp = InProcessServer & TasksCredentials & { readonly app: Express };

/** The tasks as a running server. */
export type TasksServer = RunningServer & TasksCredentials & { close(): Promise<void> };

const scopes = ['todos:read', 'todos:write'];
const limits = { limit: 100_000, windowMs: 60_000 };

/** The options of an API with one deviation, and with limits that no test reaches. */
export function createTasks(deviate: Deviation = () => ({})) {
  const store = createMemoryApiKeyStore();
  const addKey = (id: string, tenantId: string, own: string[]) => {
    const { key, hash } = createApiKey({ prefix: 'todo', id });
    const dates = { createdAt: new Date(), expiresAt: null, revokedAt: null };
    store.put({ id, tenantId, name: id, scopes: own, hash, ...dates });
    return key;
  };
  const keys = { full: addKey('full', 'acme', scopes), otherTenant: addKey('other', 'globex', scopes) };
  const sound = createParts(keys, { apiKey: createAuthenticator({ prefix: 'todo', store }) });
  const { before, todos: _, files: __, keys: ___, ...options } = { ...sound, ...deviate(sound) };
  const withoutScope = (...without: string[]) => {
    const rest = scopes.filter((scope) => !without.includes(scope));
    return addKey(`w${without.join('').length}`, 'acme', rest);
  };
  const credentials: TasksCredentials['credentials'] = { apiKey: { ...keys, withoutScope } };
  return { options, before, credentials };
}

/** The to-do app of {@link createTasks}. */
export function createTasksApp(deviate?: Deviation): TasksApp {
  const { options, before, credentials } = createTasks(deviate);
  const app = express();
  if (before !== undefined) app.use(before);
  mountContract({ ...options, app });
  return { app, credentials };
}

/** {@link createTasksApp} on a free port. */
export async function startTasksServer(deviate?: Deviation): Promise<TasksServer> {
  const { app, credentials } = createTasksApp(deviate);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createParts(keys: ServerParts['keys'], auth: Options['auth']): ServerParts {
  const todos = new Todos();
  const files = new TaskFiles();
  const tagged = (todo: Parameters<typeof tagOf>[0]) => ({ ETag: formatEntityTag(tagOf(todo).value) });
  return {
    keys,
    todos,
    files,
    contract,
    auth,
    handlers: {
      ...createHandlers(
        todos,
        createCursorCodec({ secret: 'a secret of the tests, long enough' }),
        '{"openapi":"3.1.0"}',
      ),
      put: async ({ params, body, context }) => {
        const todo = todos.patch(context.caller.tenantId, params.id, body, context.ifMatch);
        return { status: 200, body: { data: todo }, headers: tagged(todo) };
      },
      copy: async ({ params, context }) => {
        const { tenantId } = context.caller;
        const todo = todos.create(tenantId, todos.get(tenantId, params.id));
        return { status: 201, body: { data: todo }, headers: { Location: `/todos/${todo.id}` } };
      },
      import: async ({ body, context }) => {
        const titles = files.received(body.list).toString().split('\n').filter(Boolean);
        for (const title of titles) todos.create(context.caller.tenantId, { title });
        return { status: 200, body: { data: { created: titles.length } } };
      },
      export: async ({ context }) => {
        const rows = todos.all(context.caller.tenantId).map(({ id, title }) => `${id},${title}`);
        return { status: 200, body: textFile(Buffer.from(['id,title', ...rows].join('\n')), 'text/csv') };
      },
      listTitles: async ({ context }) => {
        const titles = todos.all(context.caller.tenantId).map(({ title }) => title);
        return { status: 200, body: { data: titles } };
      },
      addFile: async ({ body, context }) => {
        const file = files.add(context.caller.tenantId, body);
        return { status: 201, body: { data: file }, headers: { Location: `/files/${file.id}` } };
      },
      readFile: async ({ params, context }) => ({ status: 200, body: files.read(context.caller.tenantId, params.id) }),
    },
    rateLimit: {
      store: createMemoryRateLimitStore(),
      policies: { standard: { name: 'standard', ...limits } },
      addressPolicy: { name: 'address', ...limits },
    },
    lookups: {
      todo: async ({ caller, params }) => {
        const todo = todos.find(caller?.tenantId ?? '', params.id ?? '');
        return todo === undefined ? null : { entityTag: tagOf(todo) };
      },
      file: async ({ caller, params }) =>
        files.has(caller?.tenantId ?? '', params.id ?? '') ? { entityTag: null } : null,
    },
    body: { readers: { 'multipart/form-data': createMultipartReader({ receiver: files.receiver }) } },
    idempotency: createIdempotency({ store: createMemoryIdempotencyStore() }),
  };
}

/** Returns 500 where the contract declares such a status. */
export function breakingAt(isReached: (text: string, res: ServerResponse) => boolean): RequestHandler {
  return changingResponses((text, res) => {
    if (!isReached(text, res)) return text;
    res.statusCode = 500;
    return text.replace(/"code":"\w+"/, '"code":"internal_error"');
  });
}

/** Changes status and header fields before the first byte is sent. */
export function changingHeads(change: (res: ServerResponse) => void): RequestHandler {
  return (_req, res: ServerResponse, next) => {
    const writeHead = res.writeHead.bind(res);
    res.writeHead = () => {
      change(res);
      return writeHead(res.statusCode);
    };
    next();
  };
}

/** Changes responses just before they are sent. @param change gets the body as text and returns the one to send. */
export function changingResponses(change: (text: string, res: ServerResponse) => string): RequestHandler {
  return (_req, res, next) => {
    const end = res.end.bind(res);
    res.end = ((content?: string | Uint8Array) => {
      const text = change(content === undefined ? '' : Buffer.from(content).toString(), res);
      if (text === '' || res.req.method === 'HEAD') return end();
      res.setHeader('Content-Length', Buffer.byteLength(text));
      return end(text);
    }) as typeof res.end;
    next();
  };
}
