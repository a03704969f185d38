import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Api } from '../core/api.ts';
import { execute } from '../core/execute.ts';
import { type ApiRequest, bodyConsumed, type RequestHeaders } from '../request.ts';
import type { ApiResponse, ResponseHeaders } from '../response.ts';

/** What a host knows about a request in addition to the `Request`. */
export interface FetchHost {
  /** The address of the client. Without it, all clients without a credential share one rate limit. */
  readonly peerAddress?: string | undefined;
}

/** Serves a request of a fetch host. */
export type FetchHandler = (request: Request, host?: FetchHost) => Promise<Response>;

/**
 * Serves an API on hosts with the Fetch API: Hono, Bun, Deno, workers, Next.js, and tests without a port.
 *
 * @example
 * const fetch = createFetchHandler(createApi({ contract, handlers, auth, rateLimit }));
 * Bun.serve({ fetch: (request, server) => fetch(request, { peerAddress: server.requestIP(request)?.address }) });
 * hono.all('/api/*', (c) => fetch(c.req.raw));
 */
export function createFetchHandler(api: Api): FetchHandler {
  return async (request, host = {}) => {
    const incoming = new FetchRequest(request, host);
    return toResponse(await execute(api, incoming), () => incoming.leave());
  };
}

class FetchRequest implements ApiRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly peerAddress: string | undefined;
  readonly raw: Request;
  readonly #left = new AbortController();
  #signal: AbortSignal | undefined;

  constructor(request: Request, { peerAddress }: FetchHost) {
    this.raw = request;
    this.method = request.method;
    this.target = targetOf(request.url);
    this.headers = Object.fromEntries(request.headers);
    this.peerAddress = peerAddress;
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.raw.signal, this.#left.signal]);
    return this.#signal;
  }

  get hasBody(): boolean {
    const { 'content-length': length, 'transfer-encoding': encoding } = this.headers;
    if (length !== undefined) return length !== '0';
    // Some hosts start reading when the body is accessed and then cannot discard the rest.
    return encoding !== undefined || this.raw.body !== null;
  }

  /** Fetch joins the lines of a field, so that there is one at most. */
  headerLines(name: string): readonly string[] {
    const field = this.headers[name];
    return field === undefined ? [] : [field];
  }

  openBody(): Readable {
    if (this.raw.bodyUsed) throw bodyConsumed();
    if (this.raw.body === null) return Readable.from([]);
    const body = Readable.fromWeb(this.raw.body as NodeReadableStream);
    // A body may fail after reading has stopped.
    return body.on('error', () => undefined);
  }

  /** The client stopped reading the response. */
  leave(): void {
    this.#left.abort();
  }
}

/** The target as sent; `new URL` would normalize it. */
function targetOf(url: string): string {
  const [address = ''] = url.split('#', 1);
  const start = address.indexOf('/', address.indexOf('://') + 3);
  return start === -1 ? '/' : address.slice(start);
}

function toResponse({ status, headers, body }: ApiResponse, onLeave: () => void): Response {
  const content =
    body instanceof Readable ? toWebStream(body, onLeave) : (body as ConstructorParameters<typeof Response>[0]);
  return new Response(content, { status, headers: toHeaders(headers) });
}

function toHeaders(fields: ResponseHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of fields) {
    for (const line of typeof value === 'string' ? [value] : value) headers.append(name, line);
  }
  return headers;
}

const encoder = new TextEncoder();

/** A stream that reads no faster than the client, and ends its source when the client leaves. */
function toWebStream(source: Readable, onLeave: () => void): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<string | Uint8Array> = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    cancel() {
      onLeave();
      source.destroy();
    },
  });
}
