import type { IncomingMessage, ServerResponse } from 'node:http';
import { incompleteBody, payloadTooLarge } from '../receiving/refusal.ts';

/** A request in a middleware: earlier parsers may have read the body. */
export interface ParsedRequest extends IncomingMessage {
  /** Bytes after `express.raw()`. */
  readonly body?: unknown;
  /** Bytes kept by the platform or by a parser's `verify` option. */
  readonly rawBody?: unknown;
}

const rawBodies = new WeakMap<IncomingMessage, Uint8Array>();

/**
 * For the `verify` option of Express's body parsers: keeps the bytes they read, so that `receiveWebhooks` works after
 * them.
 *
 * @example
 * app.use(express.json({ verify: keepRawBody }));
 */
export function keepRawBody(request: IncomingMessage, _response: ServerResponse, body: Uint8Array): void {
  rawBodies.set(request, body);
}

/**
 * The raw bytes of a request: those a parser kept, or read here.
 *
 * @throws RefusedDelivery when they are more than the limit, or end early.
 * @throws TypeError when a parser has read them and kept none.
 */
export async function readRawBody(request: ParsedRequest, limit: number): Promise<Uint8Array> {
  const found = [rawBodies.get(request), request.rawBody, request.body].find((body) => body instanceof Uint8Array);
  if (found !== undefined) return found;
  if (request.readableDidRead) throw rawBodyGone();
  if (request.destroyed) throw incompleteBody();
  if (Number(request.headers['content-length'] ?? 0) > limit) throw payloadTooLarge(limit);
  return collect(request, limit);
}

function collect(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (settled: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError);
      settled();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else settle(() => reject(payloadTooLarge(limit)));
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks, size)));
    const onError = (cause?: unknown) => settle(() => reject(incompleteBody(cause)));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError);
  });
}

function rawBodyGone(): TypeError {
  return new TypeError(
    'The raw body has been consumed: a parser such as express.json() read it before receiveWebhooks(), and the signature covers ' +
      'the bytes, not what was parsed from them. Register receiveWebhooks() before the parser, or let the parser keep ' +
      'the bytes: express.json({ verify: keepRawBody }).',
  );
}
