import { once } from 'node:events';
import { createServer, type RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App, FetchHandler, VerifiedServer } from './options.ts';

/** A server that can be called, in this process or at an address. */
export interface OpenServer {
  /** Where the contract's paths start, without a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  /** Closes only what was started for the calls. */
  close(): Promise<void>;
}

/** The host name of in-process requests. */
const inProcessOrigin = 'http://app.localhost';

const nothingToClose = async () => undefined;

/**
 * Makes a server callable.
 *
 * @throws TypeError when the address, the base path or the app is not one.
 */
export async function openServer(server: VerifiedServer): Promise<OpenServer> {
  if (server.app === undefined) {
    const { baseUrl } = server;
    if (!/^https?:\/\/[^/]/.test(baseUrl))
      throw new TypeError(`"${baseUrl}" is not an address: it must start with http:// or https://.`);
    return { baseUrl: withoutSlash(baseUrl), fetch: server.fetch ?? fetch, close: nothingToClose };
  }
  const { app, basePath = '' } = server;
  if (!/^(\/|$)/.test(basePath)) throw new TypeError(`basePath is "${basePath}": it must start with a slash.`);
  const handler = fetchHandlerOf(app);
  if (handler !== null) {
    return { baseUrl: inProcessOrigin + withoutSlash(basePath), fetch: callDirectly(handler), close: nothingToClose };
  }
  const { origin, close } = await listen(app as RequestListener | Server);
  return { baseUrl: origin + withoutSlash(basePath), fetch, close };
}

function withoutSlash(text: string): string {
  return text.replace(/\/$/, '');
}

/** @returns null for an app of `node:http`. */
function fetchHandlerOf(app: App): FetchHandler | null {
  if (app instanceof Server) return null;
  if (typeof app === 'function') return app.length < 2 ? (app as FetchHandler) : null;
  if (typeof app?.fetch === 'function') return (request) => app.fetch(request);
  throw new TypeError('app must be an Express app, a listener or server of node:http, or a fetch handler.');
}

function callDirectly(handler: FetchHandler): typeof fetch {
  return async (url, init) => {
    const response: unknown = await handler(new Request(url, init));
    if (response instanceof Response) {
      // Hosts do not send the body of a response to HEAD, so handlers need not leave it out.
      return init?.method === 'HEAD' ? new Response(null, response) : response;
    }
    throw new TypeError(
      'app returned no Response. A function with fewer than two parameters counts as a fetch handler; pass a listener of node:http as createServer(listener).',
    );
  };
}

/** Listens on a free port of this machine, unless the server listens already. */
async function listen(app: RequestListener | Server): Promise<{ origin: string; close(): Promise<void> }> {
  const server = app instanceof Server ? app : createServer(app);
  const isStarted = !server.listening;
  if (isStarted) await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      if (!isStarted) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
