import { DownloadedFile } from '../answering/downloaded-file.ts';
import type { PreparedRequest } from './build-request.ts';
import { ConnectionError } from './connection-error.ts';

/** How one attempt is made. */
export interface AttemptOptions {
  readonly fetch: typeof fetch;
  readonly operationId: string;
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
 * @throws ConnectionError when no answer came; the signal's reason when it was aborted.
 */
export async function attempt(request: PreparedRequest, options: AttemptOptions): Promise<Received> {
  const { signal, timeoutMs, operationId } = options;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const either = signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
  try {
    const response = await options.fetch(request.url, { ...request.init, signal: either });
    if (!response.ok && response.status !== 304) return { response, ok: false, text: await response.text() };
    return { response, ok: true, body: await readBody(response) };
  } catch (error) {
    signal?.throwIfAborted();
    throw new ConnectionError(operationId, timeout.signal.aborted ? 'timeout' : 'unreachable', error);
  } finally {
    clearTimeout(timer);
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204 || response.status === 304) return undefined;
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '');
  const isFile = response.headers.get('content-disposition') !== null;
  return isJson && !isFile ? response.json() : new DownloadedFile(response);
}
