import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { Api } from '../core/api.ts';
import { execute } from '../core/execute.ts';
import { type ApiRequest, bodyConsumed, type RequestHeaders } from '../request.ts';
import type { ApiResponse, FinalResponse } from '../response.ts';

/** What {@link RequestView.raw} is on node:http and Express. */
export interface NodeExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/**
 * Serves an API on node:http.
 *
 * @example
 * createServer(createNodeListener(createApi({ contract, handlers, auth, rateLimit }))).listen(3000);
 */
export function createNodeListener(api: Api): RequestListener {
  return (req, res) => serveNode(api, new NodeRequest({ req, res }), res);
}

/** Serves one request and writes its response. */
export function serveNode(api: Api, request: ApiRequest, res: ServerResponse): void {
  execute(api, request)
    .then((response) => writeOrFail(response, res))
    .catch(() => res.destroy());
}

/** A request of node:http. */
export class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly raw: NodeExchange;
  #signal: AbortSignal | undefined;

  constructor(raw: NodeExchange) {
    const { method = 'GET', url = '/', headers } = raw.req;
    this.raw = raw;
    this.method = method;
    this.target = url;
    // Node uses lists only for Set-Cookie, which is not a request header.
    this.headers = headers as RequestHeaders;
  }

  get peerAddress(): string | undefined {
    return this.raw.req.socket.remoteAddress;
  }

  get signal(): AbortSignal {
    this.#signal ??= abortOnClose(this.raw.res);
    return this.#signal;
  }

  get hasBody(): boolean {
    const length = this.headers['content-length'];
    return this.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  }

  headerLines(name: string): readonly string[] {
    return this.raw.req.headersDistinct[name] ?? [];
  }

  openBody(): Readable {
    const { req } = this.raw;
    if (req.readableDidRead || req.readableEnded) throw bodyConsumed();
    return req;
  }
}

/** Middleware mounted before the API may have changed how responses are written, and may fail. */
function writeOrFail(response: FinalResponse, res: ServerResponse): void {
  try {
    write(response, res);
  } catch (failure) {
    if (response.body instanceof Readable) response.body.destroy();
    const other = response.instead(failure);
    // A partial response cannot be replaced; closing the connection tells the client that it is incomplete.
    if (res.headersSent) throw failure;
    for (const [name] of response.headers) res.removeHeader(name);
    write(other, res);
  }
}

/**
 * Writes a response as fast as the client reads. A stream that fails closes the connection, because the response is
 * incomplete.
 */
function write({ status, headers, body }: ApiResponse, res: ServerResponse): void {
  for (const [name, value] of headers) res.setHeader(name, value);
  res.statusCode = status;
  if (!(body instanceof Readable)) {
    res.end(body ?? undefined);
    return;
  }
  // The first event may take a while; flushing tells the client at once that the stream is open.
  if (headers.get('Content-Type')?.startsWith('text/event-stream') === true) res.flushHeaders();
  // The core reports failures of the stream.
  pipeline(body, res, () => undefined);
}

function abortOnClose(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.closed) onClose();
  else res.once('close', onClose);
  return controller.signal;
}
