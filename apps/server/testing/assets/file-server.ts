import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of files on another origin. */
export interface FileServer {
  readonly origin: string;
  /** Requested paths, in order. */
  readonly asked: readonly string[];
  /** Serves bytes, or what the listener does, at a path; returns the whole address. */
  serve(path: string, content: Uint8Array | RequestListener): string;
  stop(): Promise<void>;
}

export async function startFileServer(): Promise<FileServer> {
  const listeners = new Map<string, RequestListener>();
  const asked: string[] = [];
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '', 'http://files');
    asked.push(pathname);
    const listener = listeners.get(pathname);
    if (listener === undefined) res.writeHead(404).end();
    else listener(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    serve(path, content) {
      listeners.set(path, content instanceof Uint8Array ? (_, res) => void res.end(content) : content);
      return origin + path;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
