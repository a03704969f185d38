import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { createClientErrorHandler } from '@contract-kit/middleware';
import type { AppRouter } from '../contract/ts-rest.ts';
import { createMock, type Mock } from '../create-mock.ts';
import type { MockOptions } from '../options.ts';

export interface ServeMockOptions extends MockOptions {
  /** TCP port. Default 0: a free one. */
  readonly port?: number;
  /** Gets a line for each request: `GET /todos?limit=2 200 3 ms`. */
  readonly report?: (line: string) => void;
}

export interface MockServer {
  /** Where the contract's paths start: `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * Serves {@link createMock} on a loopback port.
 *
 * @example
 * const server = await serveMock(contract, { port: 4010, report: console.log });
 * @throws what {@link createMock} throws, and Error when the port is taken.
 */
export async function serveMock(
  contract: AppRouter,
  { port = 0, report = () => undefined, ...options }: ServeMockOptions = {},
): Promise<MockServer> {
  const mock = createMock(contract, options);
  const server = createServer((req, res) => {
    const startedAt = performance.now();
    respond(mock, req, res).then(
      () => report(`${req.method} ${req.url} ${res.statusCode} ${Math.round(performance.now() - startedAt)} ms`),
      () => res.destroy(),
    );
  });
  server.on('clientError', createClientErrorHandler());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${taken}${options.basePath ?? ''}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await mock.settled();
    },
  };
}

async function respond({ fetch }: Mock, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headersDistinct, socket } = req;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const abort = new AbortController();
  res.once('close', () => abort.abort());
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const request = new Request(`http://${req.headers.host ?? '127.0.0.1'}${url}`, {
    method,
    headers,
    signal: abort.signal,
    ...(hasBody && { body: Readable.toWeb(req) as ReadableStream, duplex: 'half' }),
  } as RequestInit);
  const response = await fetch(request, { peerAddress: socket.remoteAddress });
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  if (response.body === null) res.end();
  else await pipeline(Readable.fromWeb(response.body as NodeReadableStream), res);
}
