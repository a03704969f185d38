import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';

/** The request as the protocol's handler takes it; its body has been read already. */
export function toWebRequest(req: ExpressRequest, res: ExpressResponse, body: Buffer): Request {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    // The protocol's handler authenticates nobody.
    if (typeof value === 'string' && name !== 'authorization' && name !== 'x-api-key') headers.set(name, value);
  }
  return new Request('http://server/mcp', { method: 'POST', headers, body: new Uint8Array(body), signal: gone.signal });
}

/** Writes the handler's answer, whole or as it comes. */
export async function sendWebResponse(response: Response, res: ExpressResponse): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.setHeader(name, value);
  if (response.body === null) {
    res.end();
    return;
  }
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    res.end(Buffer.from(await response.arrayBuffer()));
    return;
  }
  res.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), res);
  } catch (error) {
    // A client that leaves a stream is no failure.
    if (!res.destroyed) await once(res, 'close');
    if (!isAbandoned(error)) throw error;
  }
}

function isAbandoned(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || name === 'AbortError';
}
