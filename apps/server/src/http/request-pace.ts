import type { IncomingMessage, Server } from 'node:http';

export interface RequestPace {
  /** Milliseconds in which a complete request must arrive, unless it is an upload. */
  readonly requestMs: number;
  /** Milliseconds in each of which at least {@link uploadBytes} of an upload must arrive. */
  readonly uploadMs: number;
  readonly uploadBytes: number;
}

/** A large file on a slow line takes long; a client that sends next to nothing only holds a connection. */
export const requestPace: RequestPace = { requestMs: 120_000, uploadMs: 60_000, uploadBytes: 960 * 1024 };

/**
 * Ends requests whose body arrives too slowly like Node ends those beyond `requestTimeout`: with a client error, which
 * responds 408. Node has one timeout for all requests; uploads (forms with files) have a minimum rate instead.
 */
export function keepPace(server: Server, { requestMs, uploadMs, uploadBytes }: RequestPace): void {
  // Before the app, which may respond at once.
  server.prependListener('request', (req: IncomingMessage) => {
    if (!hasBody(req)) return;
    const { socket } = req;
    const spanMs = isUpload(req) ? uploadMs : requestMs;
    const least = isUpload(req) ? uploadBytes : Number.POSITIVE_INFINITY;
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      if (req.complete || socket.destroyed) return clearInterval(timer);
      const arrived = socket.bytesRead - before;
      before = socket.bytesRead;
      if (arrived >= least) return;
      clearInterval(timer);
      server.emit('clientError', requestTimeout(), socket);
    }, spanMs);
    // Not when the response ends: it may be sent before the body has arrived.
    req.once('close', () => clearInterval(timer));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isUpload({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;
}

function requestTimeout(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
