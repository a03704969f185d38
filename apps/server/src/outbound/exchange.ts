import {
  type ClientRequest,
  type Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { assertCallableUrl } from '@contract-kit/webhooks/address-guard';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import { OutboundResponse } from './outbound-response.ts';

/** A request to an address provided by someone else. */
export type OutboundRequest = {
  readonly url: string;
  /** Aborts the exchange; {@link Exchange.run} then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
} & (
  | { readonly method: 'GET' }
  | { readonly method: 'POST'; readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array }
);

/** The limits of an exchange. */
export interface ExchangeOptions {
  /** Allows private addresses, and `http:`. */
  readonly allowPrivate: boolean;
  /** Milliseconds for the whole exchange, from resolving the name to the last byte read, including redirects. */
  readonly timeoutMs: number;
  /** Milliseconds to resolve the name, connect, and finish the TLS handshake. */
  readonly connectMs: number;
  /** Redirects to follow for a GET request, each checked like the first URL. With 0, a redirect is a response. */
  readonly maxRedirects: number;
  /** Header fields added to each request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Guarded agents by URL protocol. */
export type ExchangeAgents = Readonly<Record<string, HttpAgent>>;

/** Maximum bytes of all header fields in a response. */
const maxHeaderSize = 16 * 1024;
/** Maximum number of interim responses (`100`, `102`, `103`, …) before a final one. */
const maxInterimResponses = 20;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Error codes when a connection is closed while a request is being written to it. */
const closedCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

const defaultHeaders = {
  'User-Agent': 'product-content/1.0',
  Accept: '*/*',
  // Nothing is decoded, so nothing can expand.
  'Accept-Encoding': 'identity',
} as const;

/** One request with its redirects. It ends in time whatever the server does. */
export class Exchange {
  readonly #agents: ExchangeAgents;
  readonly #options: ExchangeOptions;
  readonly #running: Set<Exchange>;
  readonly #brokenOff = Promise.withResolvers<never>();
  #isOver = false;
  #request: ClientRequest | null = null;

  /** @param running holds the exchange while it runs. */
  constructor(agents: ExchangeAgents, options: ExchangeOptions, running: Set<Exchange>) {
    this.#agents = agents;
    this.#options = options;
    this.#running = running;
  }

  /**
   * Sends the request and reads the response. After `read` has ended, nothing more is read.
   *
   * The result races against the timeout, so that a socket that never reports its destruction, or a reader that waits
   * for something else, cannot delay the caller.
   *
   * @throws OutboundError, the reason of the request's signal, or what `read` throws.
   */
  async run<T>(request: OutboundRequest, read: (response: OutboundResponse) => Promise<T>): Promise<T> {
    const { timeoutMs } = this.#options;
    const { signal } = request;
    signal?.throwIfAborted();
    const timer = setTimeout(() => this.breakOff(outOfTime(timeoutMs)), timeoutMs);
    const abort = () => this.breakOff(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#running.add(this);
    try {
      return await Promise.race([this.#follow(request, read), this.#brokenOff.promise]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.#running.delete(this);
      this.#isOver = true;
      // Has no effect on a connection already returned to its agent.
      this.#request?.destroy();
    }
  }

  /** Aborts the exchange immediately; {@link run} rejects with the reason. */
  breakOff(reason: unknown): void {
    this.#isOver = true;
    this.#brokenOff.reject(reason);
    this.#request?.destroy();
  }

  async #follow<T>(request: OutboundRequest, read: (response: OutboundResponse) => Promise<T>): Promise<T> {
    const maxRedirects = request.method === 'GET' ? this.#options.maxRedirects : 0;
    let url = this.#check(request.url);
    for (let redirects = 0; ; redirects += 1) {
      const message = await this.#open(url, request);
      const { location } = message.headers;
      const isRedirect = redirectStatuses.has(message.statusCode ?? 0) && location !== undefined;
      if (!isRedirect || maxRedirects === 0) return read(new OutboundResponse(message));
      this.#request?.destroy();
      if (redirects === maxRedirects) {
        throw new OutboundError('redirect', `The server redirects more than ${maxRedirects} times.`);
      }
      const next = URL.parse(location, url.href);
      if (next === null) throw new OutboundError('redirect', 'The server redirects to an invalid URL.');
      url = this.#check(next);
    }
  }

  #check(url: string | URL): URL {
    try {
      return assertCallableUrl(url, this.#options);
    } catch (error) {
      throw toOutboundError(error);
    }
  }

  /** Sends the request and waits for the header fields of its final response. */
  #open(url: URL, request: OutboundRequest): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = this.#send(url, request);
    let interimResponses = 0;
    let isDecided = false;
    let isSentAgain = false;
    const refuse = (reason: OutboundError) => {
      isDecided = true;
      reject(reason);
      outgoing.destroy();
    };
    outgoing.on('socket', (socket) => {
      if (!socket.connecting) return;
      const { connectMs } = this.#options;
      const timer = setTimeout(() => refuse(notConnected(connectMs)), connectMs);
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(timer));
      socket.once('close', () => clearTimeout(timer));
    });
    outgoing.on('information', () => {
      interimResponses += 1;
      if (interimResponses > maxInterimResponses) refuse(notHttp('The server sends interim responses without end.'));
    });
    // Without a listener, Node destroys the socket silently.
    outgoing.on('upgrade', (_message, socket) => {
      socket.destroy();
      refuse(protocolChanged());
    });
    outgoing.on('response', (message) => {
      // `101` without the header fields of an upgrade is emitted as a response.
      if ((message.statusCode ?? 0) < 200) return refuse(protocolChanged());
      isDecided = true;
      resolve(message);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The server may just have closed a connection that was kept alive: then nothing of this request was processed.
      const isStale = outgoing.reusedSocket && closedCodes.has(error.code ?? '');
      if (isStale && !isDecided && !this.#isOver) {
        isSentAgain = true;
        this.#open(url, request).then(resolve, reject);
      } else reject(toOutboundError(error));
    });
    outgoing.on('close', () => {
      if (isDecided || isSentAgain) return;
      reject(new OutboundError('connection', 'The connection ended without a response.'));
    });
    outgoing.end(request.method === 'POST' ? request.body : undefined);
    return promise;
  }

  #send(url: URL, request: OutboundRequest): ClientRequest {
    const common = { ...defaultHeaders, ...this.#options.headers };
    const headers: OutgoingHttpHeaders =
      request.method === 'POST' ? { ...common, ...request.headers, 'Content-Length': request.body.length } : common;
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const agent = this.#agents[url.protocol];
    this.#request = send(url, { agent, method: request.method, headers, maxHeaderSize, insecureHTTPParser: false });
    if (this.#isOver) this.#request.destroy();
    return this.#request;
  }
}

function outOfTime(timeoutMs: number): OutboundError {
  return new OutboundError('timeout', `The response was not complete within ${timeoutMs / 1000} seconds.`);
}

function notConnected(connectMs: number): OutboundError {
  return new OutboundError('timeout', `No connection could be made within ${connectMs / 1000} seconds.`);
}

function notHttp(message: string): OutboundError {
  return new OutboundError('protocol', message);
}

function protocolChanged(): OutboundError {
  return notHttp('The server changed the protocol, which was not requested.');
}
