import { setTimeout as delay } from 'node:timers/promises';
import { headerNames } from '@contract-kit/http-spec';
import { type Exchange, ReceivedResponse } from './exchange.ts';
import type { OpenServer } from './open-server.ts';
import type { OutgoingRequest } from './to-request.ts';
import { toSent } from './to-sent.ts';

/** Longest wait after a 429, in seconds. */
const maxWaitSeconds = 120;

/** Maximum number of waits per request. */
const attempts = 4;

/** A request that got no response: the server is gone, or it closed the connection. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  /** The server has responded to another request before. */
  readonly isServerKnown: boolean;

  constructor(message: string, options: { readonly isServerKnown: boolean; readonly cause: unknown }) {
    super(message, { cause: options.cause });
    this.isServerKnown = options.isServerKnown;
  }
}

/** Sends requests to one server. After a 429 it waits and retries, so that rate limits do not end a run. */
export class Caller {
  readonly #server: OpenServer;
  #requests = 0;
  #isKnown = false;

  constructor(server: OpenServer) {
    this.#server = server;
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  /** @throws NoResponseError when the server sends none. */
  async send(request: OutgoingRequest): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await this.#sendOnce(request);
      const seconds = Number(exchange.response.headers.get(headerNames.retryAfter) ?? Number.NaN);
      if (exchange.response.status !== 429 || attempt === attempts || !(seconds <= maxWaitSeconds)) return exchange;
      await delay(seconds * 1000);
    }
  }

  async #sendOnce(request: OutgoingRequest): Promise<Exchange> {
    const { baseUrl, fetch } = this.#server;
    const url = `${baseUrl}${request.url}`;
    const { method, headers } = request;
    const body = request.body instanceof FormData ? encodeForm(request.body) : (request.body ?? null);
    this.#requests += 1;
    try {
      const response = await fetch(url, { method, headers, body, redirect: 'manual' });
      this.#isKnown = true;
      const bytes = await readBody(response);
      return {
        request: await toSent({ ...request, url }),
        response: new ReceivedResponse(response.status, response.headers, bytes),
      };
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      const isServerKnown = this.#isKnown;
      throw new NoResponseError(`${request.method} ${url} got no response: ${reason}`, { isServerKnown, cause: error });
    }
  }
}

/** A stream of events may never end, so its body is not read. */
async function readBody(response: Response): Promise<Uint8Array> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    return new Uint8Array(await response.arrayBuffer());
  }
  await response.body?.cancel();
  return new Uint8Array();
}

/**
 * A form as a body with a boundary of its own (RFC 7578). `fetch` of Node 26 encodes all forms of a process with the same
 * boundary, so that a server that compares boundaries would go unnoticed.
 */
function encodeForm(form: FormData): Blob {
  const boundary = `form-${crypto.randomUUID()}`;
  const parts = [...form].flatMap(([name, value]) => {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
    if (typeof value === 'string') return [`${disposition}\r\n\r\n${value}\r\n`];
    const type = value.type || 'application/octet-stream';
    const head = `${disposition}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`;
    return [head, value, '\r\n'];
  });
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

/** As browsers escape names: https://html.spec.whatwg.org/#multipart-form-data. */
const escapeName = (text: string) => text.replace(/["\r\n]/g, encodeURIComponent);
