import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A proxy as stands before several processes: it asks each whether it is ready, and sends to those in turn. */
export interface RoundRobin {
  readonly origin: string;
  /** Adds a process. */
  add(origin: string): void;
  /** Resolves when requests are sent to a process, as whoever restarts the next one waits for. */
  untilReady(origin: string): Promise<void>;
  /** Statuses from 500 on that processes returned. */
  readonly serverErrors: readonly string[];
  close(): void;
}

const pollMs = 50;

interface Upstream {
  readonly origin: string;
  readonly agent: Agent;
  ready: boolean;
}

/**
 * A request whose connection is refused goes to the next process: nothing of it has been done. One whose connection
 * breaks gets 502: whether it was done is not known.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  const upstreams: Upstream[] = [];
  const serverErrors: string[] = [];
  let turn = 0;

  async function poll(): Promise<void> {
    const look = async (upstream: Upstream) => {
      const response = await fetch(`${upstream.origin}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(
        () => null,
      );
      await response?.arrayBuffer().catch(() => undefined);
      upstream.ready = response?.status === 200;
    };
    await Promise.all(upstreams.map(look));
  }

  function forward(req: IncomingMessage, res: ServerResponse, attempts: number): void {
    const ready = upstreams.filter((upstream) => upstream.ready);
    const upstream = ready[turn++ % ready.length];
    if (upstream === undefined || attempts === 0) return void res.writeHead(502).end('No process is ready.');
    const { method, url, headers } = req;
    const outgoing = request(`${upstream.origin}${url}`, { method, headers, agent: upstream.agent });
    let connected = false;
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) connected = true;
      else socket.once('connect', () => (connected = true));
    });
    outgoing.once('response', (incoming) => {
      const { statusCode = 502 } = incoming;
      if (statusCode >= 500) serverErrors.push(`${method} ${url}: ${statusCode}`);
      const { connection: _, ...passed } = incoming.headers;
      res.writeHead(statusCode, passed);
      incoming.pipe(res);
      incoming.once('error', () => res.destroy());
    });
    outgoing.once('error', () => {
      if (!connected) {
        upstream.ready = false;
        return forward(req, res, attempts - 1);
      }
      if (res.headersSent) res.destroy();
      else res.writeHead(502).end('The process is gone.');
    });
    if (method === 'GET' || method === 'DELETE') outgoing.end();
    else outgoing.once('socket', (socket) => whenConnected(socket, () => req.pipe(outgoing)));
  }

  const server = createServer((req, res) => forward(req, res, 3)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let isOpen = true;
  // One after the other: what an earlier look finds must not come after what a later one found.
  const keepPolling = async () => {
    for (; isOpen; await delay(pollMs)) await poll();
  };
  void keepPolling();
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (origin) => void upstreams.push({ origin, agent: new Agent({ keepAlive: true }), ready: true }),
    async untilReady(origin) {
      while (!upstreams.some((upstream) => upstream.origin === origin && upstream.ready)) await delay(5);
    },
    serverErrors,
    close() {
      isOpen = false;
      for (const { agent } of upstreams) agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The body is read only once there is somebody to send it to: the next process may need it. */
function whenConnected(
  socket: { readonly connecting: boolean; once(event: 'connect', run: () => void): unknown },
  run: () => void,
): void {
  if (socket.connecting) socket.once('connect', run);
  else run();
}
