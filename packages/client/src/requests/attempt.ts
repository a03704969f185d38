import { DownloadedFile } from '../responses/downloaded-file.ts';
import type { PreparedRequest } from './build-request.ts';
import { ConnectionError } from './connection-error.ts';
import type { Hooks, RequestNotice } from './hooks.ts';
import { isStreamedBody } from './streamed-body.ts';

/** How one attempt is made. */
export interface AttemptOptions {
  readonly fetch: typeof fetch;
  readonly hooks: Hooks;
  readonly operationId: string;
  /** From 1. */
  readonly attempt: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A response whose body has been read, except that of a file. */
export type Received = { readonly response: Response } & (
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly text: string }
);

/**
 * Sends a request once.
 *
 * @throws ConnectionError when there is no readable response; the signal's reason when it was aborted; what a hook
 * throws.
 */
export async function attemptRequest(request: PreparedRequest, options: AttemptOptions): Promise<Received> {
  const { hooks, operationId, attempt } = options;
  const { url, method } = request;
  const notice: RequestNotice = { operationId, attempt, url, method, headers: new Headers(request.headers) };
  await hooks.beforeRequest?.(notice);
  const { signal, timeoutMs } = options;
  signal?.throwIfAborted();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const either = signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
  const receive = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      signal?.throwIfAborted();
      const reason = error instanceof SyntaxError ? 'malformed' : 'unreachable';
      throw new ConnectionError(operationId, timeout.signal.aborted ? 'timeout' : reason, error);
    }
  };
  const sentAt = performance.now();
  try {
    const init = { method, headers: notice.headers, signal: either, ...bodyOf(request, either) };
    const response = await receive(options.fetch(url, init));
    await hooks.afterResponse?.({ ...notice, response, durationMs: performance.now() - sentAt });
    if (!response.ok && response.status !== 304) return { response, ok: false, text: await receive(response.text()) };
    return { response, ok: true, body: await receive(readBody(response)) };
  } finally {
    clearTimeout(timer);
  }
}

/** What `fetch` takes of a body. */
interface FetchBody {
  readonly body?: string | FormData | ReadableStream<Uint8Array>;
  /** For a stream: the response is read after it is sent (https://fetch.spec.whatwg.org/#dom-requestinit-duplex). */
  readonly duplex?: 'half';
}

function bodyOf({ body }: PreparedRequest, signal: AbortSignal): FetchBody {
  if (body === undefined) return {};
  return isStreamedBody(body) ? { body: body.open(signal), duplex: 'half' } : { body };
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return undefined;
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');
  const isFile = response.headers.get('content-disposition') !== null;
  return isJson && !isFile ? response.json() : new DownloadedFile(response);
}
