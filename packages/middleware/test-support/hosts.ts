import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import { mountContract } from '../src/adapters/express.ts';
import { createFetchHandler, type FetchHandler } from '../src/adapters/fetch.ts';
import { createNodeListener } from '../src/adapters/node.ts';
import { createApi } from '../src/core/api.ts';
import { serve } from './serve.ts';
import { createTodos, type TodoOptions, type Todos } from './todo-app.ts';

/** A running host of the to-do API, reached with its key. */
export interface RunningHost extends Todos {
  /** `fetch` of a path. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
}

type Serve = (
  options: Todos['options'],
  isBodyRead: boolean,
) => Promise<(path: string, init: RequestInit) => Promise<Response>>;

/** Tests of other files share the process, and with it Request and Response. */
const listening = { overrideGlobalObjects: false };

const overHttp = (url: string) => (path: string, init: RequestInit) => fetch(url + path, init);

/** Reads the body before the API gets the request, as a body parser would. */
const readFirst =
  (handler: FetchHandler): FetchHandler =>
  async (request, host) => {
    await request.text();
    return handler(request, host);
  };

const fetchHandlerOf = (options: Todos['options'], isBodyRead: boolean): FetchHandler => {
  const handler = createFetchHandler(createApi(options));
  return isBodyRead ? readFirst(handler) : handler;
};

const servers: Readonly<Record<string, Serve>> = {
  async Express(options, isBodyRead) {
    const app = express();
    if (isBodyRead) app.use(express.json());
    mountContract({ ...options, app });
    return overHttp((await serve(app)).url);
  },
  async 'node:http'(options, isBodyRead) {
    const listener = createNodeListener(createApi(options));
    const { url } = await serve(async (req, res) => {
      if (isBodyRead) await text(req);
      listener(req, res);
    });
    return overHttp(url);
  },
  async 'fetch without a port'(options, isBodyRead) {
    const handler = fetchHandlerOf(options, isBodyRead);
    return (path, init) => handler(new Request(`http://todo.test${path}`, init));
  },
  async Hono(options, isBodyRead) {
    const handler = fetchHandlerOf(options, isBodyRead);
    const app = new Hono().all('*', (c) => handler(c.req.raw));
    return overHttp((await serve(getRequestListener(app.fetch, listening))).url);
  },
  async 'serve({ fetch })'(options, isBodyRead) {
    const handler = fetchHandlerOf(options, isBodyRead);
    return overHttp((await serve(getRequestListener((request) => handler(request), listening))).url);
  },
};

export const hostNames = Object.keys(servers);

/** Starts a host until the test ends. @param isBodyRead whether a middleware reads every body before the API. */
export async function startHost(name: string, options: TodoOptions = {}, isBodyRead = false): Promise<RunningHost> {
  const todos = createTodos(options);
  const send = await (servers[name] as Serve)(todos.options, isBodyRead);
  return {
    ...todos,
    send: (path, { headers, ...init } = {}) =>
      send(path, { redirect: 'manual', ...init, headers: { 'x-api-key': todos.key, ...headers } }),
  };
}
