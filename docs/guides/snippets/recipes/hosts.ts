import { createServer, type Server } from 'node:http';
import type { Api } from '@contract-kit/middleware';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import { createNodeListener } from '@contract-kit/middleware/node';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';

/** `node:http` without a framework. */
export function createNodeServer(api: Api): Server {
  return createServer(createNodeListener(api));
}

/** Hono, with its own routes beside the API. */
export function createHonoApp(api: Api): Hono {
  const fetch = createFetchHandler(api);
  const app = new Hono();
  app.get('/', (c) => c.text('The API is below /api.'));
  app.all('/api/*', (c) => fetch(c.req.raw, { peerAddress: getConnInfo(c).remote.address }));
  return app;
}

/**
 * The route handlers of Next.js. In `app/api/[...path]/route.ts`:
 * `export const { DELETE, GET, PATCH, POST, PUT } = createRouteHandlers(api);`
 */
export function createRouteHandlers(api: Api) {
  const fetch = createFetchHandler(api);
  const handle = (request: Request): Promise<Response> => {
    // Only a proxy of your own may be believed; it adds the client's address at the end.
    const peerAddress = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
    return fetch(request, { peerAddress });
  };
  return { DELETE: handle, GET: handle, PATCH: handle, POST: handle, PUT: handle };
}
