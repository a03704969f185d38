import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createClientErrorHandler } from '@contract-kit/middleware';
import { createHttpServer, StartError } from '../kernel/index.ts';
import { keepPace, type RequestPace, requestPace } from './request-pace.ts';

/** A server that serves requests. */
export interface HttpServer {
  /** `http://host:port`, reachable from this machine. */
  readonly origin: string;
  /** Asks clients to reconnect, accepts no more connections, waits for running requests, then closes the rest. */
  drain(options: DrainOptions): Promise<void>;
}

export interface DrainOptions {
  /**
   * Milliseconds for which connections are still accepted, so that load balancers notice. Each response closes its own
   * connection meanwhile.
   */
  readonly delayMs?: number;
  /** Milliseconds that running requests may take after that. */
  readonly graceMs: number;
}

export interface HttpServerOptions {
  readonly host: string;
  /** 0 chooses a free one. */
  readonly port: number;
  /** Responds to malformed HTTP. */
  readonly onClientError?: ReturnType<typeof createClientErrorHandler>;
  /** The minimum speed at which requests must arrive. Default: {@link requestPace}. */
  readonly pace?: RequestPace;
}

/** Maximum bytes of a request head: a filter with 500 SKUs fits into the URL. */
const maxHeaderSize = 96 * 1024;
/** Milliseconds in which a client must send its request head; otherwise its connection is closed. */
const headersTimeoutMs = 15_000;
/**
 * Milliseconds in which a complete request must arrive: enough for the largest upload at the slowest pace, see {@link
 * keepPace}.
 */
const requestTimeoutMs = 3_600_000;
/** Longer than the 60 seconds load balancers keep an idle connection, so that they close it first. */
const keepAliveTimeoutMs = 65_000;
/** Milliseconds after which a client that neither sends nor reads counts as gone. */
const idleSocketMs = 180_000;

/** Starts serving. @throws StartError when it cannot listen on the address. */
export async function startHttpServer(
  app: RequestListener,
  { host, port, onClientError = createClientErrorHandler(), pace = requestPace }: HttpServerOptions,
): Promise<HttpServer> {
  const server = createHttpServer(
    {
      maxHeaderSize,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: 5000,
      // Checked below: Node's own response has neither the envelope nor the header fields of every response.
      requireHostHeader: false,
    },
    (req, res) => {
      if (req.headers.host === undefined && req.httpVersion === '1.1') onClientError(new Error('No Host.'), req.socket);
      else app(req, res);
    },
  );
  // An unknown expectation may be ignored (RFC 9110 §10.1.1); Node's own response lacks these header fields too.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  server.setTimeout(idleSocketMs);
  const connections = new Connections(server);
  keepPace(server, pace);
  server.on('clientError', onClientError);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new StartError(explain(cause as NodeJS.ErrnoException, host, port), { cause });
  }
  return {
    origin: originOf(server),
    async drain({ delayMs = 0, graceMs }) {
      connections.closeAfterResponses();
      if (delayMs > 0) await delay(delayMs);
      await end(server, connections, graceMs);
    },
  };
}

/** The open connections, and the response in progress of each. */
class Connections {
  readonly #sockets = new Set<Socket>();
  // A set of responses would link each table that it outgrows to the next one. Once one of them is in the old generation,
  // all that follow, with the responses they had and what these refer to, live until the next full collection.
  readonly #responses = new WeakMap<Socket, ServerResponse>();
  #closing = false;

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    // Before the app, which may respond at once.
    server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
      if (this.#closing) res.shouldKeepAlive = false;
      this.#responses.set(socket, res);
      res.once('close', () => {
        if (this.#responses.get(socket) === res) this.#responses.delete(socket);
      });
    });
  }

  /** Responses that have not started, and all later ones, send `Connection: close`. */
  closeAfterResponses(): void {
    this.#closing = true;
    for (const socket of this.#sockets) {
      // Of pipelined requests, the last response closes the connection.
      const res = this.#responses.get(socket);
      if (res !== undefined) res.shouldKeepAlive = false;
    }
  }

  /** Browsers and load balancers open connections ahead without using them; Node does not count these as idle. */
  destroyUnused(): void {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}

async function end(server: Server, connections: Connections, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  connections.destroyUnused();
  // Closes connections that become idle after their last response.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

function originOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  // A server that listens on every address is reachable on the loopback address.
  const name = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${name}:${port}`;
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT ${port} on ${host} is in use: set PORT to a free one.`;
  if (code === 'EACCES') return `PORT ${port} may not be listened on by this user: set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is not an address of this machine.`;
  return `HOST ${host} and PORT ${port} cannot be listened on: ${message}`;
}
