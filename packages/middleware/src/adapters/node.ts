import type { IncomingMessage, OutgoingHttpHeader, RequestListener, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { Api } from '../core/api.ts';
import { execute } from '../core/execute.ts';
import { type ApiRequest, bodyConsumed, type RequestHeaders, splitTarget } from '../request.ts';
import type { ApiResponse, FinalResponse } from '../response.ts';

/** What {@link RequestView.raw} is on node:http and Express. */
export interface NodeExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

export interface NodeListenerOptions {
  /** Serves the requests outside the base path: an Express application, for example. Default: they are 404. */
  readonly otherwise?: RequestListener;
}

/**
 * Serves an API on node:http. Its header fields are written at once: `res.getHeader()` does not return them.
 *
 * @example
 * createServer(createNodeListener(createApi({ contract, handlers, auth, rateLimit }))).listen(3000);
 */
export function createNodeListener(api: Api, { otherwise }: NodeListenerOptions = {}): RequestListener {
  return (req, res) => {
    if (otherwise === undefined || isBelow(api, req.url)) serveNode(api, new NodeRequest({ req, res }), res, writeHead);
    else otherwise(req, res);
  };
}

/** Whether a request target is below the base path of an API. */
export function isBelow({ basePath }: Api, target = '/'): boolean {
  if (basePath === '') return true;
  const { path } = splitTarget(target);
  return path.startsWith(basePath) && (path.length === basePath.length || path[basePath.length] === '/');
}

/** Writes the status and the header fields of a response. */
type WriteHead = (res: ServerResponse, response: ApiResponse) => void;

const writeHead: WriteHead = (res, { status, headers, body }) => {
  const lines = headers.lines as OutgoingHttpHeader[];
  // Node decides about the length here, before it can see that there is no body.
  const isEmpty = body === null && status !== 204 && status !== 304 && res.req.method !== 'HEAD';
  res.writeHead(status, isEmpty && !headers.has('Content-Length') ? [...lines, 'Content-Length', '0'] : lines);
};

/** Serves one request and writes its response. */
export function serveNode(api: Api, request: ApiRequest, res: ServerResponse, head: WriteHead): void {
  execute(api, request)
    .then((response) => writeOrFail(response, res, head))
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
function writeOrFail(response: FinalResponse, res: ServerResponse, head: WriteHead): void {
  if (res.destroyed) {
    // The client has left, which is no failure. A stream cannot be piped into what is closed.
    if (response.body instanceof Readable) response.body.destroy();
    return;
  }
  try {
    write(response, res, head);
  } catch (failure) {
    if (response.body instanceof Readable) response.body.destroy();
    const other = response.instead(failure);
    // A partial response cannot be replaced; closing the connection tells the client that it is incomplete.
    if (res.headersSent) throw failure;
    for (const [name] of response.headers) res.removeHeader(name);
    write(other, res, head);
  }
}

/**
 * Writes a response as fast as the client reads. A stream that fails closes the connection, because the response is
 * incomplete.
 */
function write(response: ApiResponse, res: ServerResponse, head: WriteHead): void {
  const { headers, body } = response;
  head(res, response);
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
