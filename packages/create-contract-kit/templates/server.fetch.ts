import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { createApi } from '@contract-kit/middleware';
import { createFetchHandler } from '@contract-kit/middleware/fetch';
import { type HttpBindings, serve } from '@hono/node-server';
import { createKey, createOptions, type Stores } from './api.ts';
import { openStores } from './stores.memory.ts';

/** Serves the API on Node; Bun, Deno and workers can use `handle`. @returns its address, and a function to stop it. */
export async function startServer(stores: Stores, port: number) {
  const handle = createFetchHandler(createApi(await createOptions(stores)));
  const fetch = (request: Request, host: object) =>
    handle(request, { peerAddress: (host as HttpBindings).incoming.socket.remoteAddress });
  const server = serve({ fetch, port, hostname: '127.0.0.1' });
  if (!server.listening) await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((closed) => server.close(closed)) };
}

if (import.meta.main) {
  const stores = await openStores();
  const { url } = await startServer(stores, Number(process.env.PORT ?? 3000));
  process.stdout.write(`curl -i ${url}/notes -H 'X-API-Key: ${await createKey(stores, 'demo')}'\n${url}/docs\n`);
}
