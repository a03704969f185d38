import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server below HTTP, with full control of its connections. */
export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Connections so far, and how many of them the client has not closed. */
  readonly connections: () => { readonly all: number; readonly open: number };
}

/**
 * Starts a server, and stops it when the test ends.
 *
 * @param behave called once for each connection, when something has arrived on it.
 */
export async function startRawServer(behave: (socket: Socket) => void): Promise<RawServer> {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const port = await listenForTest(server);
  // A connection closed by the client stays half open here, until the test ends.
  const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;
  const connections = () => ({ all: sockets.length, open: sockets.filter(isOpen).length });
  return { port, url: `http://127.0.0.1:${port}/`, connections };
}

/** Listens until the test ends. @returns the port. */
export async function listenForTest(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Writes as long as anyone reads. */
export function pour(socket: Socket, piece: string | Uint8Array): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** Writes a piece every few milliseconds. */
export function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 5);
  socket.on('close', () => clearInterval(timer));
}
